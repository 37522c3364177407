import type { JsonSchema, LifecycleRow, Risk, Tool } from "@plimsoll/core";
import fc from "fast-check";

const VERBS = ["get", "list", "create", "delete", "send", "check", "open", "merge"];
const NOUNS = ["issue", "file", "page", "deploy", "invoice", "user", "branch", "message"];

/** Names as people give them, in every casing, and some that only a hostile server would give. */
export const toolName: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...VERBS), fc.constantFrom(...NOUNS)).map(([a, b]) => `${a}_${b}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...VERBS), fc.constantFrom(...NOUNS), fc.nat(99))
      .map((parts) => parts.join("-")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "tool_find",
      "__proto__",
      "constructor",
      "a__b",
      "größe",
      "名前",
      "x".repeat(300),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", minLength: 1, maxLength: 40 })
      .filter((name) => !name.includes("/")),
  },
);

/** Descriptions from nothing to a page, in any script. */
export const description: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...VERBS, ...NOUNS, "a", "the", "of", "in"), { maxLength: 20 })
      .map((words) => words.join(" ")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 400 }) },
);

const parameter: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: "string" },
  { type: "integer", minimum: 0 },
  { type: "boolean", description: "whether to do it" },
  { enum: ["open", "closed"] },
  { type: "array", items: { type: "string" } },
);

/** An object schema with a few parameters, some of them required. */
export const inputSchema: fc.Arbitrary<JsonSchema> = fc
  .dictionary(fc.constantFrom("repo", "title", "path", "count", "state"), parameter, { maxKeys: 4 })
  .chain((properties) =>
    fc
      .subarray(Object.keys(properties))
      .map((required) => ({ type: "object", properties: { ...properties }, required })),
  );

/** A tool from code whose handler answers with the name it was registered under. */
export const tool: fc.Arbitrary<Tool> = fc
  .tuple(
    fc.record({ name: toolName, description, inputSchema }),
    fc.record(
      {
        lazy: fc.boolean(),
        behavioural: fc.boolean(),
        domain: fc.constantFrom("planning", "execution", "memory"),
        risk: fc.constantFrom<Risk>("read", "write", "destructive"),
        promptSnippet: fc.constantFrom("Use it with care", "Prefer it over bash"),
        keywords: fc.array(fc.constantFrom(...NOUNS), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([needed, extra]) => ({
    ...needed,
    ...extra,
    execution: { type: "run", run: () => `ran ${needed.name}` },
  }));

/** The tools of one source: no two of a name. */
export const tools: fc.Arbitrary<Tool[]> = fc.uniqueArray(tool, {
  selector: ({ name }) => name,
  maxLength: 12,
});

/** A retired name for each of some tools. */
export function retirements(names: readonly string[]): fc.Arbitrary<LifecycleRow[]> {
  return fc.subarray([...names], { maxLength: Math.min(2, names.length) }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((replacement, at) =>
        fc.constantFrom<LifecycleRow["state"]>("hidden", "deprecated").map(
          (state): LifecycleRow => ({
            name: `old_${at}_${replacement}`,
            replacement,
            state,
            replay_supported: true,
          }),
        ),
      ),
    ),
  );
}
