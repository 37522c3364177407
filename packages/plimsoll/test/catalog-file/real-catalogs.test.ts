import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { DATA } from "../support/datasets.ts";

const FILES = (existsSync(DATA) ? readdirSync(DATA) : [])
  .flatMap((folder) => ["tools.jsonl", "tools.jsonl.gz"].map((name) => join(DATA, folder, name)))
  .filter((file) => existsSync(file));

describe("catalogs of real servers", () => {
  it.skipIf(FILES.length > 0)(
    "are not on this machine: PLIMSOLL_DATA names no folder with any",
    (context) => {
      context.skip(`there is no catalog below ${DATA}`);
    },
  );

  it.each(FILES)(
    "%s is read whole, and what is set aside has a reason",
    { timeout: 120_000 },
    async (file) => {
      const bytes = readFileSync(file);
      const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
      const lines = text.split("\n").filter((line) => line.trim() !== "").length;
      const { catalog, badRows, rows, ids } = await loadCatalogFiles([file]);
      const { size, setAside } = catalog.snapshot();
      expect(rows).toBe(lines);
      expect(badRows).toMatchObject({ total: 0, kept: [] });
      expect(size + setAside.length).toBe(rows);
      expect(setAside.filter(({ reason }) => reason === "")).toEqual([]);
      expect(
        catalog
          .snapshot()
          .entries()
          .filter(({ name }) => !ids.has(name)),
      ).toEqual([]);
    },
  );
});
