import { Catalog, derive } from "@plimsoll/core";
import { type Comparison, compare } from "../comparison.ts";
import { syntheticHistory } from "../synthetic-history.ts";
import { syntheticTools } from "../synthetic-tools.ts";

const ENTRIES = 100_000;

/** Deriving reads records and metadata alone, so it is to cost less than reading the history from its text did. */
export async function compareDerive(): Promise<Comparison[]> {
  const catalog = new Catalog();
  catalog.replace({ id: "code", kind: "code" }, { tools: syntheticTools(500) });
  const snapshot = catalog.snapshot();
  const written = JSON.stringify(syntheticHistory(ENTRIES, snapshot));
  // Read back, as a host that goes on with a conversation has it.
  const history = JSON.parse(written);
  return [
    await compare(
      `a history of ${ENTRIES.toLocaleString("en")} entries`,
      { name: "derive", run: () => derive(history, snapshot).turn },
      { name: "JSON.parse", run: () => JSON.parse(written) },
      { iterations: 3 },
    ),
  ];
}
