import { createRuntime } from "@plimsoll/core";
import MiniSearch from "minisearch";
import { type Comparison, compare } from "../comparison.ts";
import { syntheticTools } from "../synthetic-tools.ts";

const QUERIES = [
  "open an issue in the repository",
  "restart release",
  "who paid the invoice of this account",
];

/** The plain index beside MiniSearch with its defaults, over the same text. */
export async function compareSearch(): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const size of [500, 5_000]) {
    const tools = syntheticTools(size);
    const runtime = createRuntime({ tools });
    const peer = new MiniSearch({ fields: ["name", "description"], idField: "name" });
    peer.addAll(tools.map(({ name, description }) => ({ name, description })));
    await runtime.find("warm");
    comparisons.push(
      await compare(
        `three queries over ${size} tools`,
        { name: "Plimsoll", run: () => Promise.all(QUERIES.map((query) => runtime.find(query))) },
        { name: "MiniSearch", run: () => QUERIES.map((query) => peer.search(query).slice(0, 5)) },
      ),
    );
  }
  return comparisons;
}
