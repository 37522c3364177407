import { toHashedName } from "../tool/wire-name.ts";
import type { ToolNameRule } from "./model-capabilities.ts";

const KEPT = 40;

/** Whether a provider takes a name. */
export function fitsRule(name: string, { pattern, maxLength }: ToolNameRule): boolean {
  return name.length <= maxLength && new RegExp(pattern).test(name);
}

/**
 * The wire name of a tool as a provider takes it: the usual one, or one with a letter before it, or a short one. Where
 * none of them will do it is the usual one. A function of the name and the rule alone.
 */
export function toFittingName(wireName: string, rule: ToolNameRule): string {
  if (fitsRule(wireName, rule)) return wireName;
  const hashed = [wireName.slice(0, KEPT), ""].map((head) => toHashedName(`t_${head}`, wireName));
  return [`t_${wireName}`, ...hashed].find((name) => fitsRule(name, rule)) ?? wireName;
}
