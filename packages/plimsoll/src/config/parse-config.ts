import { dirname } from "node:path";
import type { Node } from "jsonc-parser";
import { DEFAULT_SETTINGS, type GatewayConfig, type SetAsideServer, type StdioServer } from "./config.ts";
import { type ConfigText, configError, parseConfigTree, propertiesOf } from "./config-text.ts";
import { readServer } from "./read-server.ts";

const REMEDY = 'Write { "mcpServers": { "name": { "command": "…" } } }.';

/**
 * Reads the text of a config file: JSON with comments, the map `mcpServers` as Claude Code and Cursor have it.
 * Other keys at the top are left alone, so that a file can be shared with other programs.
 */
export function parseConfig(
  file: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): GatewayConfig {
  const source = { file, text: text.replace(/^\uFEFF/, "") };
  const servers: StdioServer[] = [];
  const setAside: SetAsideServer[] = [];
  for (const property of propertiesOf(source, serversNode(source))) {
    const server = readServer(source, property, { env, folder: dirname(file) });
    if ("reason" in server) setAside.push(server);
    else servers.push(server);
  }
  return { file, servers, setAside, profiles: {}, settings: DEFAULT_SETTINGS };
}

function serversNode(source: ConfigText): Node {
  const root = parseConfigTree(source);
  if (root.type !== "object") throw configError(source, root.offset, "The file is not an object.", REMEDY);
  const properties = propertiesOf(source, root);
  const found = properties.find(({ key }) => key === "mcpServers")?.value;
  if (found === undefined) {
    const other = properties.find(({ key }) => key === "servers");
    const remedy = other === undefined ? REMEDY : 'Rename "servers" to "mcpServers".';
    throw configError(source, root.offset, 'The file has no "mcpServers".', remedy);
  }
  if (found.type !== "object") {
    throw configError(source, found.offset, '"mcpServers" is not an object.', REMEDY);
  }
  return found;
}
