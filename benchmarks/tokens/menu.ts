import { createRuntime } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type CatalogRow, readCatalog } from "../datasets.ts";

/** What the first step costs over the tools of 30 real MCP servers, in o200k tokens of the full JSON. */
export async function measureMenu(): Promise<string[]> {
  const rows = readCatalog("catalog-npm-servers");
  if (rows === undefined)
    return ["skipped: the catalog catalog-npm-servers is not on this machine (PLIMSOLL_DATA)"];
  const runtime = createRuntime({
    sources: [...groupByServer(rows)].map(([server, catalog]) =>
      mcpSource(server, notConnected, { catalog }),
    ),
  });
  await runtime.ready();
  const { tools, prompt } = runtime.step({ history: [], model: "deepseek-v4" });
  const { size, sources, setAside } = runtime.catalog.snapshot();
  const eager = runtime.catalog
    .snapshot()
    .entries()
    .map(({ definition }) => definition);
  const [before, after] = [
    countTokens(JSON.stringify(eager)),
    countTokens(JSON.stringify(tools)) + countTokens(prompt),
  ];
  const saved = ((1 - after / before) * 100).toFixed(1);
  return [
    `${size} tools of ${sources.length - 1} servers (${setAside.length} set aside)`,
    `all in the array: ${before} tokens; menu: ${after} tokens, ${saved} % less`,
  ];
}

function groupByServer(rows: readonly CatalogRow[]): Map<string, CatalogRow[]> {
  const servers = new Map<string, CatalogRow[]>();
  for (const row of rows) servers.set(row.server, [...(servers.get(row.server) ?? []), row]);
  return servers;
}

async function notConnected(): Promise<never> {
  throw new Error("This benchmark calls nothing.");
}
