import type { StrategyName } from "../activation/record.ts";
import { matchesAny } from "./pattern.ts";

/** A way to models that keeps some strategies from them, as far as the name of a model shows it. */
export interface Platform {
  readonly name: string;
  /** A whole-string glob on the name as hosts write it, in lower case. */
  readonly pattern: string;
  readonly lacks: readonly StrategyName[];
  readonly source: string;
}

/**
 * What does not hold on the way to a model. Tools by value inside the history need the Claude API; a gateway between
 * may drop what it does not know, and then a loaded tool is never there.
 */
export const PLATFORMS: readonly Platform[] = [
  {
    name: "Bedrock",
    pattern: "*anthropic.claude-*",
    lacks: ["transcript", "native"],
    source: "platform.claude.com: tool changes by reference only; tool search in InvokeModel only",
  },
  {
    name: "Vertex",
    pattern: "*claude-*@*",
    lacks: ["transcript"],
    source: "platform.claude.com: tool changes by reference only",
  },
  {
    name: "Azure",
    pattern: "azure*/*claude-*",
    lacks: ["transcript", "native"],
    source: "platform.claude.com: Foundry on Azure rejects tool search",
  },
  {
    name: "OpenRouter",
    pattern: "openrouter/*",
    lacks: ["transcript", "native"],
    source: "not verified: most gateways drop tool_reference",
  },
];

/** The strategies that a model lacks where its name says it is to be had. */
export function lackedOn(model: string): readonly StrategyName[] {
  const name = model.toLowerCase();
  return PLATFORMS.flatMap(({ pattern, lacks }) => (matchesAny([pattern], name) ? lacks : []));
}
