import { askPolicy, type Risk, type Tool, type Trust } from "@plimsoll/core";
import { greaterRisk } from "./risk-of.ts";

/** The operator's classes, by canonical name or pattern. */
export type RiskClasses = Readonly<Record<string, Risk>>;

/** The class that the operator gave a tool: by its very name, else the gravest of the patterns that fit. */
export function classOf(classes: RiskClasses, name: string): Risk | undefined {
  if (Object.hasOwn(classes, name)) return classes[name];
  const fitting = Object.entries(classes).filter(([pattern]) => fitsPattern(pattern, name));
  return fitting
    .map(([, risk]) => risk)
    .reduce<Risk | undefined>(
      (gravest, risk) => (gravest === undefined ? risk : greaterRisk(gravest, risk)),
      undefined,
    );
}

/**
 * A tool with the risk it counts as: the operator's class always, its server's hints on first use, and nothing under
 * `pinned`. Whether it reaches beyond is its server's word alone, so that nobody's word is taken under `pinned`.
 */
export function classifyTool(tool: Tool, name: string, classes: RiskClasses, trust: Trust): Tool {
  const classed = classOf(classes, name);
  if (classed === undefined && trust === "first-use") return tool;
  const { risk: hinted, external: reaches, ...rest } = tool;
  const risk = classed ?? (trust === "pinned" ? undefined : hinted);
  const external =
    trust === "pinned"
      ? true
      : (reaches ?? (hinted === undefined && classed !== undefined ? true : undefined));
  return {
    ...rest,
    ...(risk === undefined ? {} : { risk }),
    ...(external === undefined ? {} : { external }),
  };
}

function fitsPattern(pattern: string, name: string): boolean {
  const subject = {
    name,
    source: { id: "", kind: "mcp" as const },
    domain: "",
    risk: { level: "read" as const, external: false, verified: true },
  };
  return askPolicy([{ allow: [pattern] }], subject, { model: "" }).call;
}
