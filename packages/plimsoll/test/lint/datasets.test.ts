import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { RULES } from "../../src/lint/rules.ts";
import { runLint } from "../../src/lint/run-lint.ts";
import { snapshotSubject } from "../../src/lint/to-subject.ts";
import { DATA } from "../support/datasets.ts";

const FILES = existsSync(DATA)
  ? readdirSync(DATA).flatMap((set) =>
      ["tools.jsonl", "tools.jsonl.gz"]
        .map((name) => join(DATA, set, name))
        .filter((file) => existsSync(file)),
    )
  : [];

describe.skipIf(FILES.length === 0)(
  `lint over real catalogs${FILES.length === 0 ? ` (skipped: no catalogs in ${DATA}; set PLIMSOLL_DATA)` : ""}`,
  () => {
    it.each(FILES)("looks at every tool of %s", { timeout: 120_000 }, async (file) => {
      const { catalog } = await loadCatalogFiles([file]);
      const snapshot = catalog.snapshot();
      const report = runLint(snapshotSubject(snapshot, undefined));
      expect(report.tools).toBe(snapshot.size);
      const known = new Set(RULES.map(({ id }) => id));
      expect(report.findings.filter(({ rule, message }) => !known.has(rule) || message === "")).toEqual([]);
      // Names of lifecycle rules need a manifest.
      expect(report.findings.filter(({ place }) => place !== undefined)).toEqual([]);
    });
  },
);
