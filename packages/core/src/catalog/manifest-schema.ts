import type { JsonSchema } from "../tool/json-schema.ts";

const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };
const NAME: JsonSchema = { type: "string", minLength: 1 };
const TRUTH: JsonSchema = { type: "boolean" };
const IGNORE: JsonSchema = {
  description: "Findings of lint that are meant to be so: rule id to reason.",
  type: "object",
  additionalProperties: { type: "string", minLength: 1 },
};

/** The JSON Schema of a manifest: what `parseManifest` checks, and what editors complete by. */
export const MANIFEST_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://plimsoll.dev/manifest.schema.json",
  title: "Plimsoll manifest",
  description: "The tools that a package provides, and what became of its old names.",
  type: "object",
  required: ["version", "provides"],
  properties: {
    $schema: TEXT,
    version: { description: "The version that lifecycle rows are judged by.", type: "string", minLength: 1 },
    provides: {
      type: "object",
      required: ["tools"],
      properties: { tools: { type: "array", items: { anyOf: [NAME, { $ref: "#/$defs/tool" }] } } },
    },
    lifecycle: { type: "array", items: { $ref: "#/$defs/row" } },
    families: {
      description: "Names that look alike and are meant to be told apart: lint leaves them alone.",
      type: "array",
      items: { type: "array", items: NAME },
    },
  },
  $defs: {
    tool: {
      type: "object",
      required: ["name"],
      properties: {
        name: NAME,
        canonicalName: { ...NAME, description: "The name it goes by today, if this is another name of it." },
        lazy: { ...TRUTH, description: "Kept out of the head unless pinned." },
        shouldDefer: { ...TRUTH, description: "Another name of lazy." },
        behavioural: { ...TRUTH, description: "Asks the user, plans, clarifies: never deferred." },
        domain: TEXT,
        aliases: TEXTS,
        keywords: TEXTS,
        risk: { enum: ["read", "write", "destructive"] },
        external: { ...TRUTH, description: "Whether it reaches beyond the host's own system." },
        searchHint: TEXT,
        promptSnippet: TEXT,
        guidelines: TEXTS,
        card: TEXT,
        antiFallback: TEXT,
        lintIgnore: IGNORE,
      },
    },
    row: {
      type: "object",
      required: ["name", "state"],
      properties: {
        name: NAME,
        replacement: { ...NAME, description: "The living name that stands in for this one." },
        state: { enum: ["active", "deferred", "hidden", "hidden-compatibility", "deprecated", "removed"] },
        first_deprecated_version: TEXT,
        planned_removal_version: { ...TEXT, description: "A version, or TBD, or TBD (≥ version)." },
        replay_supported: { enum: [true, false, "Yes", "No", "yes", "no"] },
        note: { ...TEXT, description: "What a caller of a deprecated name is told." },
        lintIgnore: IGNORE,
      },
    },
  },
};
