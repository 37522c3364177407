import { existsSync } from "node:fs";
import { join } from "node:path";
import { createRuntime } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { takeStats } from "../../src/stats/take-stats.ts";
import { loadTokenCounter } from "../../src/stats/token-counter.ts";
import { DATA } from "../support/datasets.ts";

const FILES = ["catalog-npm-servers", "catalog-apisguru"]
  .map((folder) => join(DATA, folder, "tools.jsonl.gz"))
  .filter((file) => existsSync(file));

describe("stats over real catalogs", () => {
  it.skipIf(FILES.length > 0)("are not taken here: PLIMSOLL_DATA names no folder of catalogs", (context) => {
    context.skip(`there is no catalog below ${DATA}`);
  });

  it.each(FILES)(
    "add up for %s, and agree with what a runtime counts",
    { timeout: 180_000 },
    async (file) => {
      const counter = await loadTokenCounter({ exact: false });
      const runtime = createRuntime({ countTokens: counter.count });
      await loadCatalogFiles([file], { catalog: runtime.catalog });
      const { size, setAside } = runtime.catalog.snapshot();
      const report = await takeStats({ runtime, setAside, model: "deepseek-v4", counter });
      const { tokens } = runtime.step({ history: [], model: "deepseek-v4" });
      expect(report.total).toMatchObject({ tools: size, tokens: tokens.allEager, setAside: setAside.length });
      expect(report.sources.reduce((sum, source) => sum + source.tokens, 0)).toBe(tokens.allEager);
      expect(report.strategies).toMatchObject([
        { strategy: "all", tokens: tokens.allEager, savedTokens: 0 },
        { strategy: "bridge", tokens: tokens.head, savedTokens: tokens.saved },
        // It has one meta-tool more: the one that loads.
        { strategy: "append", tools: 6 },
      ]);
    },
  );
});
