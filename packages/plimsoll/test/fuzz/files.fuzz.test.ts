import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Catalog } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { readOrRefuse } from "../../../../test/fuzz/allowed-errors.ts";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { changedJsonText } from "../../../../test/fuzz/hostile-json.ts";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { readQueries } from "../../src/eval/read-queries.ts";
import { parseManifestText } from "../../src/lint/read-manifest-file.ts";
import { runLint } from "../../src/lint/run-lint.ts";
import { catalogFor, manifestSubject, snapshotSubject } from "../../src/lint/to-subject.ts";
import { runReplay } from "../../src/replay/run-replay.ts";
import { readPriceFile } from "../../src/simulate/read-price-file.ts";
import { readRecordings } from "../../src/simulate/read-recordings.ts";
import { fillFromRecordings } from "../../src/simulate/recorded-catalog.ts";
import { temporaryFolder } from "../support/servers.ts";

const TRANSCRIPTS = new URL("../../../core/test/adapters/transcripts/", import.meta.url);
const RECORDED = readdirSync(TRANSCRIPTS).map((name) => readFileSync(new URL(name, TRANSCRIPTS), "utf8"));
const TOOL = {
  name: "create_issue",
  id: 7,
  server: "github",
  description: "Opens an issue",
  inputSchema: { type: "object", properties: { repo: { type: "string" } }, required: ["repo"] },
  annotations: { readOnlyHint: true },
};
const MANIFEST = {
  version: "1.2.0",
  provides: {
    tools: ["create_issue", { name: "open_issue", canonicalName: "create_issue", lintIgnore: {} }],
  },
  lifecycle: [{ name: "old", replacement: "create_issue", state: "deprecated", note: "renamed" }],
  families: [["a", "b"]],
};
const CATALOGS = [
  [TOOL, { ...TOOL, name: "b" }],
  { tools: [TOOL] },
  { id: 1, result: { tools: [TOOL] } },
  MANIFEST,
];
const PRICES = [
  {
    pattern: "my-model*",
    input: 1,
    cachedInput: 0.1,
    output: 5,
    over: { tokens: 200_000, input: 2, output: 10 },
    date: "2026-11-16",
    source: "a page",
  },
];
const QUERIES = [
  { id: "1", query: "open an issue", gold: ["7"] },
  { query: "nothing", gold: [] },
];

const folder = temporaryFolder();
const toLines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

/** A document as it stands, over many lines, as a list of lines; some of them packed. */
function files(documents: readonly unknown[], texts: readonly string[] = []): fc.Arbitrary<Buffer> {
  const lines = changedJsonText([documents.flat()]).map((list) =>
    list.replace(/^\[|\]$/g, "").replaceAll("},{", "}\n{"),
  );
  const spread = fc.constantFrom(
    ...documents.map((document) => JSON.stringify(document, undefined, 1)),
    ...texts,
  );
  const written = fc.oneof(changedJsonText(documents), lines, spread);
  const plain = changedBytes(written);
  const packed = changedBytes(plain.map((bytes) => gzipSync(bytes)));
  return fc.oneof({ weight: 6, arbitrary: plain }, { weight: 2, arbitrary: packed }, noise);
}

function asFile<Read>(name: string, read: (file: string) => Promise<Read>): (bytes: Buffer) => Promise<Read> {
  const file = join(folder, name);
  return (bytes) => {
    writeFileSync(file, bytes);
    return read(file);
  };
}

describe("a file that somebody changed", () => {
  fuzz(
    "is a catalog whose bad rows are told, or is refused with its line",
    files(CATALOGS, [toLines([TOOL, { ...TOOL, name: "b" }])]),
    asFile("tools.jsonl", async (file) => {
      const loaded = await readOrRefuse(() => loadCatalogFiles([file]), "CATALOG_FILE_UNREADABLE");
      if (loaded === undefined) return;
      const snapshot = loaded.catalog.snapshot();
      runLint(snapshotSubject(snapshot, undefined));
      for (const { line } of loaded.badRows.kept) expect(line).toBeGreaterThan(0);
    }),
    { runs: 150 },
  );

  fuzz("is a manifest that is looked at, or is refused with each place", files([MANIFEST]), async (bytes) => {
    const source = { file: "manifest.json", text: bytes.toString("utf8") };
    const manifest = await readOrRefuse(
      () => parseManifestText(source),
      "MANIFEST_UNREADABLE",
      "CONFIG_INVALID",
    );
    if (manifest === undefined) return;
    runLint(manifestSubject(manifest));
    const catalog = catalogFor(manifest);
    catalog.replace({ id: "code", kind: "manifest" }, { tools: [] });
    runLint(snapshotSubject(catalog.snapshot(), manifest));
  });

  fuzz(
    "is a transcript that is replayed and simulated, as far as it can be read",
    files(
      RECORDED.map((text) => JSON.parse(text) as unknown),
      RECORDED,
    ),
    asFile("transcript.json", async (file) => {
      const catalog = new Catalog();
      const { unreadable } = await runReplay([file], {
        snapshot: catalog.snapshot(),
        argumentsChecked: false,
      });
      for (const { reason } of unreadable) expect(reason).not.toBe("");
      const { tools } = await readRecordings([file]);
      fillFromRecordings(catalog, tools, () => false);
    }),
    { runs: 150 },
  );

  fuzz(
    "is a table of prices, or is refused with its reason",
    files([PRICES]),
    asFile("prices.json", (file) => readOrRefuse(() => readPriceFile(file), "PRICES_UNREADABLE")),
  );

  fuzz(
    "is a file of queries whose bad rows are told",
    files([QUERIES], [toLines(QUERIES)]),
    asFile("queries.jsonl", (file) => readOrRefuse(() => readQueries(file), "CATALOG_FILE_UNREADABLE")),
  );
});
