import { foldName } from "../tool/tool-name.ts";

/** A name as it is looked up: without case and separators, unless it consists of nothing else. */
export function toNameKey(name: string): string {
  return foldName(name) || name.trim();
}
