import { type Budget, createRuntime } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type CatalogRow, readCatalog } from "../datasets.ts";

/** What the first step costs over the tools of 30 real MCP servers, in o200k tokens of the full JSON. */
export interface MenuFigures {
  readonly tools: number;
  readonly servers: number;
  readonly setAside: number;
  /** Every tool in the array. */
  readonly eager: number;
  readonly menu: number;
  readonly menuWithPreview: number;
}

/** Measures the menu, or nothing where the catalog is not on this machine. */
export async function measureMenu(): Promise<MenuFigures | undefined> {
  const rows = readCatalog("catalog-npm-servers");
  if (rows === undefined) return undefined;
  const take = async (budget: Budget) => {
    const sources = [...groupByServer(rows)].map(([server, catalog]) =>
      mcpSource(server, notConnected, { catalog }),
    );
    const runtime = createRuntime({ sources, budget });
    await runtime.ready();
    const { tools, prompt } = runtime.step({ history: [], model: "deepseek-v4" });
    return { runtime, tokens: countTokens(JSON.stringify(tools)) + countTokens(prompt) };
  };
  const { runtime, tokens: menu } = await take({ previewTokens: 0 });
  const { tokens: menuWithPreview } = await take({});
  const { size, sources, setAside, entries } = runtime.catalog.snapshot();
  const eager = countTokens(JSON.stringify(entries().map(({ definition }) => definition)));
  return {
    tools: size,
    servers: sources.length - 1,
    setAside: setAside.length,
    eager,
    menu,
    menuWithPreview,
  };
}

/** The figures as lines. */
export function renderMenu(figures: MenuFigures | undefined): string[] {
  if (figures === undefined) return ["skipped: catalog-npm-servers is not on this machine (PLIMSOLL_DATA)"];
  const { tools, servers, setAside, eager, menu, menuWithPreview } = figures;
  const saved = (tokens: number): string => `${((1 - tokens / eager) * 100).toFixed(1)} % less`;
  return [
    `${tools} tools of ${servers} servers (${setAside} set aside)`,
    `all in the array: ${eager} tokens`,
    `menu: ${menu} tokens, ${saved(menu)}; with a preview of the catalog: ${menuWithPreview} tokens, ${saved(menuWithPreview)}`,
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
