import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { JsonSchema } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../../src/internal/is-record.ts";
import { projectSchema } from "../../../src/surface/schema-dialects/project-schema.ts";
import { SCHEMA_DIALECTS } from "../../../src/surface/schema-dialects/schema-dialects.ts";
import { whySchemaUnusable } from "../../../src/tool/inspect-schema.ts";
import { complaintsOf } from "./taken-by.ts";

const DATA =
  process.env["PLIMSOLL_DATA"] ??
  fileURLToPath(new URL("../../../../../../shared/datasets", import.meta.url));

const FILES = existsSync(DATA)
  ? readdirSync(DATA).flatMap((set) =>
      ["tools.jsonl", "tools.jsonl.gz"]
        .map((name) => join(DATA, set, name))
        .filter((file) => existsSync(file)),
    )
  : [];

/** The usable input schemas of a file. */
function schemasIn(file: string): JsonSchema[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.flatMap((line) => {
    const { inputSchema: schema } = JSON.parse(line) as { readonly inputSchema?: unknown };
    const isUsable =
      isRecord(schema) && schema["type"] === "object" && whySchemaUnusable(schema) === undefined;
    return isUsable ? [schema] : [];
  });
}

describe.skipIf(FILES.length === 0)(
  `projection of real catalogs${FILES.length === 0 ? ` (skipped: no catalogs in ${DATA}; set PLIMSOLL_DATA)` : ""}`,
  () => {
    test.each(["anthropic", "openai", "gemini"] as const)(
      "%s takes every schema of them, as it is or projected",
      { timeout: 120_000 },
      (provider) => {
        const dialect = SCHEMA_DIALECTS[provider];
        if (dialect === undefined) throw new Error(`There is no dialect of ${provider}.`);
        const counts = { taken: 0, rewritten: 0, loosened: 0, refused: 0 };
        for (const schema of FILES.flatMap(schemasIn)) {
          const projection = projectSchema(schema, dialect);
          counts[projection.type]++;
          const made = "schema" in projection ? projection.schema : schema;
          expect(complaintsOf(provider, { ...made })).toEqual([]);
        }
        process.stdout.write(`${provider}: ${JSON.stringify(counts)}\n`);
        expect(counts.refused).toBe(0);
      },
    );
  },
);
