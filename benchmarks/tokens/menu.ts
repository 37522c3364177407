import { createRuntime } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type CatalogRow, readCatalog } from "../datasets.ts";

/** What the first step costs over the tools of 30 real MCP servers, in o200k tokens of the full JSON. */
export async function measureMenu(): Promise<string[]> {
  const rows = readCatalog("catalog-npm-servers");
  if (rows === undefined)
    return ["skipped: the catalog catalog-npm-servers is not on this machine (PLIMSOLL_DATA)"];
  const measure = async (previewTokens: number) => {
    const sources = [...groupByServer(rows)].map(([server, catalog]) =>
      mcpSource(server, notConnected, { catalog }),
    );
    const runtime = createRuntime({ sources, budget: { previewTokens } });
    await runtime.ready();
    const { tools, prompt } = runtime.step({ history: [], model: "deepseek-v4" });
    return { runtime, tokens: countTokens(JSON.stringify(tools)) + countTokens(prompt) };
  };
  const { runtime, tokens: plain } = await measure(0);
  const { tokens: previewed } = await measure(800);
  const snapshot = runtime.catalog.snapshot();
  const eager = countTokens(JSON.stringify(snapshot.entries().map(({ definition }) => definition)));
  const saved = (tokens: number): string => `${((1 - tokens / eager) * 100).toFixed(1)} % less`;
  return [
    `${snapshot.size} tools of ${snapshot.sources.length - 1} servers (${snapshot.setAside.length} set aside)`,
    `all in the array: ${eager} tokens`,
    `menu: ${plain} tokens, ${saved(plain)}; with a preview of the catalog: ${previewed} tokens, ${saved(previewed)}`,
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
