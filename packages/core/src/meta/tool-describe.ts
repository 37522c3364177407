import { takeWithin } from "../internal/take-within.ts";
import { DEFINITION_TOKENS } from "./definition-tokens.ts";
import type { DescribeAnswer } from "./meta-answer.ts";
import { exposureOf, type MetaContext } from "./meta-context.ts";
import type { DescribeRequest } from "./meta-request.ts";
import { resolveNames } from "./resolve-names.ts";

/** Reads the definitions of named tools, whole, until the cap; then names the rest. */
export function describeTools({ names }: DescribeRequest, context: MetaContext): DescribeAnswer {
  const { found, refused } = resolveNames(names, context);
  const { taken, left } = takeWithin(found, DEFINITION_TOKENS, context.costOf);
  return {
    operation: "describe",
    described: taken.map((entry) => ({ entry, exposure: exposureOf(entry, context) })),
    omitted: left,
    refused,
  };
}
