import type { Risk, RiskClass } from "@plimsoll/core";
import { fromMcpTool, type McpTool } from "@plimsoll/core/mcp";

const RANKS: Readonly<Record<Risk, number>> = { read: 0, write: 1, destructive: 2 };

/** The risk that a tool counts as by its server's hints alone. */
export function hintedRisk(item: unknown): RiskClass {
  const { risk, external } = fromMcpTool(item as McpTool, { type: "run", run: () => undefined });
  return risk === undefined
    ? { level: "write", external: external ?? true, verified: false }
    : { level: risk, external: external ?? false, verified: true };
}

/** What a tool can do more than before, in words; nothing, where it can do no more. */
export function whatRose(before: RiskClass, after: RiskClass): string | undefined {
  if (RANKS[after.level] > RANKS[before.level]) return `from ${before.level} to ${toWords(after)}`;
  return after.external && !before.external ? "from internal to external" : undefined;
}

/** The greater of two levels. */
export function greaterRisk(a: Risk, b: Risk): Risk {
  return RANKS[a] >= RANKS[b] ? a : b;
}

function toWords({ level, verified }: RiskClass): string {
  return verified ? level : `${level}, unverified`;
}
