import { heldBytes } from "../../packages/plimsoll/src/eval/held-bytes.ts";
import { readCatalogRows } from "./catalog-tools.ts";
import { loadEngines } from "./engines/engines.ts";
import { toSearchTool } from "./search-tool.ts";

/**
 * A process of its own for one engine: what an index adds where the tools are held anyway. The rows stay, the
 * texts made of them are dropped, and what the index keeps of those counts.
 */
const [engineName, ...sizes] = process.argv.slice(2);
const { engines } = await loadEngines();
const engine = engines.find(({ name }) => name === engineName);
if (engine === undefined) throw new Error(`There is no engine "${engineName}".`);

const rows = readCatalogRows(Math.max(...sizes.map(Number)));
const build = (count: number) =>
  engine.build(rows.slice(0, count).map((row) => toSearchTool(row, "catalog")));
const WARM = 50;
await build(WARM);
for (const size of sizes) process.send?.(await measure(Number(size)));

async function measure(size: number): Promise<number> {
  const before = await heldBytes();
  const index = await build(size);
  const held = (await heldBytes()) - before;
  // Both outlive the measurement, because both are used after it.
  await index.search(rows[0]?.name ?? "", 1);
  return held;
}
