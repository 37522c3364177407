import { createSearchIndex, loadSearchIndex } from "@plimsoll/core/search";
import fc from "fast-check";
import { describe } from "vitest";
import { readOrRefuse } from "../../../../test/fuzz/allowed-errors.ts";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { joinSections, splitSections } from "../../src/search/byte-sections.ts";
import { aDocument, EVERYTHING } from "../search/documents.ts";

const MAGIC = "PLMSIDX1";
const index = createSearchIndex();
index.put([aDocument("github/create_issue", { description: "Open an issue" }), aDocument("tenki")]);
const SAVED = index.save();
const SECTIONS = Object(splitSections(MAGIC, SAVED)) as Readonly<Record<string, Uint8Array>>;

const readAndSearch = (bytes: Uint8Array) =>
  readOrRefuse(async () => {
    await loadSearchIndex(bytes).search({ text: "issue", limit: 5, view: EVERYTHING });
  }, "INDEX_UNREADABLE");

describe("the bytes of a search index, somebody having changed them", () => {
  fuzz(
    "are refused, and searched where nothing was changed",
    changedBytes(fc.constant(SAVED)),
    readAndSearch,
  );

  fuzz("are refused where they are noise", noise, readAndSearch);

  fuzz(
    "are refused or read where whoever changed them has added them up anew",
    fc.constantFrom(...Object.keys(SECTIONS).filter((name) => name !== "rules")).chain((name) =>
      changedBytes(fc.constant(SECTIONS[name] ?? new Uint8Array())).map((changed) => ({
        ...SECTIONS,
        [name]: changed,
      })),
    ),
    (sections) => readOrRefuse(() => void loadSearchIndex(joinSections(MAGIC, sections)), "INDEX_UNREADABLE"),
  );
});
