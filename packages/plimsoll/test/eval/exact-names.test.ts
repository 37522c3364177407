import { toEntryDocument } from "@plimsoll/core";
import { createSearchIndex } from "@plimsoll/core/search";
import { createStaticEmbedder } from "@plimsoll/semantic";
import { describe, expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { DATA, dataFile, foldersWith } from "../support/datasets.ts";

const EVERYTHING = { permits: () => true };
const FOLDERS = foldersWith("tools");
/** What is asked with meaning too: enough to see that it changes nothing. */
const ASKED_WITH_MEANING = 500;

describe("a query that is a tool's name", () => {
  it.skipIf(FOLDERS.length > 0)("is asked of no catalog on this machine", (context) => {
    context.skip(`there is no catalog below ${DATA}`);
  });

  it.each(FOLDERS)("has all tools of that name first, in %s", { timeout: 300_000 }, async (folder) => {
    const { catalog } = await loadCatalogFiles([dataFile(folder, "tools") ?? ""]);
    const snapshot = catalog.snapshot();
    const documents = snapshot.entries().map((entry) => toEntryDocument(entry, snapshot));
    const twins = new Map<string, readonly { readonly name: string; readonly text: string }[]>();
    for (const { name, tool } of snapshot.entries()) {
      const key = tool.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
      twins.set(key, [...(twins.get(key) ?? []), { name, text: tool.name }]);
    }
    for (const embedder of [undefined, createStaticEmbedder()]) {
      const index = createSearchIndex({ embedder });
      index.put(documents);
      const missed: string[] = [];
      const asked = [...twins.values()].slice(0, embedder === undefined ? twins.size : ASKED_WITH_MEANING);
      for (const tools of asked) {
        for (const text of new Set(tools.map((tool) => tool.text))) {
          // Now and then another tool's name is, with its source's, the same letters: it comes first too.
          const { matches } = await index.search({ text, limit: tools.length + 10, view: EVERYTHING });
          const named = matches.filter(({ lane }) => lane === "exact").map(({ name }) => name);
          const areFirst = named.every((name, at) => name === matches[at]?.name);
          if (!areFirst || !tools.every(({ name }) => named.includes(name))) missed.push(text);
        }
      }
      expect(missed).toEqual([]);
    }
  });
});
