import type { JsonSchema } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/internal/canonical-json.ts";
import { type Projection, projectSchema } from "../../../src/surface/schema-dialects/project-schema.ts";
import { SCHEMA_DIALECTS } from "../../../src/surface/schema-dialects/schema-dialects.ts";
import { whySchemaUnusable } from "../../../src/tool/inspect-schema.ts";
import { validate } from "../../../src/tool/validate.ts";
import { wildArguments, wildSchema } from "./schema-arbitrary.ts";
import { complaintsOf } from "./taken-by.ts";

const PROVIDERS = ["anthropic", "openai", "gemini"] as const;
type Provider = (typeof PROVIDERS)[number];

const usable = wildSchema.filter((schema) => whySchemaUnusable(schema) === undefined);

function project(schema: JsonSchema, provider: Provider): Projection {
  const dialect = SCHEMA_DIALECTS[provider];
  if (dialect === undefined) throw new Error(`There is no dialect of ${provider}.`);
  return projectSchema(schema, dialect);
}

function shown(schema: JsonSchema, provider: Provider): JsonSchema {
  const projection = project(schema, provider);
  if (projection.type === "refused") throw new Error(projection.reason);
  return projection.type === "taken" ? schema : projection.schema;
}

describe.each(PROVIDERS)("a schema projected for %s", (provider) => {
  test("has nothing that the provider rejects, and is a schema", () => {
    fc.assert(
      fc.property(usable, (schema) => {
        const made = shown(schema, provider);
        expect(complaintsOf(provider, made)).toEqual([]);
        expect(whySchemaUnusable(made)).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  test("accepts whatever was accepted; and nothing else, where it says that it only has other words", () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(usable, fc.array(wildArguments, { minLength: 8, maxLength: 8 }), (schema, calls) => {
        const projection = project(schema, provider);
        if (projection.type === "taken" || projection.type === "refused") return;
        for (const input of calls) {
          const isRight = validate(schema, input).length === 0;
          const issues = validate(projection.schema, input);
          counts[isRight ? "accepted" : "refused"]++;
          if (isRight) expect({ input, issues }).toEqual({ input, issues: [] });
          else if (projection.type === "rewritten")
            expect({ input, issues }).not.toEqual({ input, issues: [] });
        }
      }),
      { numRuns: 800 },
    );
    expect(counts.accepted).toBeGreaterThan(300);
    expect(counts.refused).toBeGreaterThan(300);
  });

  test("is taken as it is from then on, is the same in every run, and leaves what it was made from alone", () => {
    fc.assert(
      fc.property(usable, (schema) => {
        const before = canonicalJson(schema);
        const made = shown(schema, provider);
        expect(project(made, provider)).toEqual({ type: "taken" });
        expect(canonicalJson(shown(JSON.parse(before), provider))).toBe(canonicalJson(made));
        expect(canonicalJson(schema)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  test("is the very same, where nothing in it is rejected", () => {
    fc.assert(
      fc.property(usable, (schema) => {
        if (complaintsOf(provider, schema).length > 0) return;
        expect(["taken", "rewritten"]).toContain(project(schema, provider).type);
      }),
      { numRuns: 200 },
    );
    const plain = {
      type: "object",
      properties: { a: { type: "array", items: { enum: ["x"] } } },
      required: ["a"],
    };
    expect(shown(plain, provider)).toBe(plain);
  });
});
