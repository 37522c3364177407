import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { syntheticTools } from "../synthetic-tools.ts";

const LISTING_SERVER = fileURLToPath(new URL("./listing-server.mjs", import.meta.url));

/** Servers in a folder of their own, and the config that names them. */
export interface SyntheticServers {
  readonly config: string;
  /** How often one of them has been started. */
  starts(): number;
}

// 402 tools of 30 servers on npm take 2.3 KB each: a dozen parameters with a sentence each.
const TOOLS_OF_A_SERVER = 13;
const PARAMETERS = ["filter", "order", "page_size", "cursor", "fields", "since", "until", "label", "owner"];

/** Writes the listings of some servers, and a config of them. */
export function writeSyntheticServers(folder: string, count: number): SyntheticServers {
  mkdirSync(folder, { recursive: true });
  const starts = join(folder, "starts.txt");
  writeFileSync(starts, "");
  const tools = syntheticTools(count * TOOLS_OF_A_SERVER);
  const servers = Array.from({ length: count }, (_, at) => {
    const listing = join(folder, `listing-${at}.json`);
    const own = tools.slice(at * TOOLS_OF_A_SERVER, (at + 1) * TOOLS_OF_A_SERVER);
    writeFileSync(listing, JSON.stringify(own.map(toListed)));
    return [`server${at}`, { command: process.execPath, args: [LISTING_SERVER, listing, starts] }];
  });
  const config = join(folder, "plimsoll.json");
  writeFileSync(config, JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
  return { config, starts: () => readFileSync(starts, "utf8").split("\n").length - 1 };
}

function toListed({ name, description, inputSchema }: ReturnType<typeof syntheticTools>[number]): object {
  const schema = inputSchema as { readonly properties: Readonly<Record<string, object>> };
  const more = PARAMETERS.map((parameter) => [
    parameter,
    {
      type: "string",
      description: `The ${parameter.replace("_", " ")} that ${name.replaceAll("_", " ")} takes into account, if any is given`,
    },
  ]);
  const properties = { ...schema.properties, ...Object.fromEntries(more) };
  return { name, description, inputSchema: { ...schema, properties } };
}
