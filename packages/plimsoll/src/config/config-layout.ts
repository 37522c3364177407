import { basename, dirname } from "node:path";
import type { Node } from "jsonc-parser";
import { type ConfigText, configError, type Property, parseConfigTree, propertiesOf } from "./config-text.ts";
import { nearestKey } from "./nearest-key.ts";
import { parseTomlTree } from "./toml-tree.ts";

/** Where in a file of some program's the servers are, and how far the file is ours. */
export interface ConfigLayout {
  /** The key that the map of servers stands under. */
  readonly key: ServersKey;
  readonly servers: Node;
  /** The properties at the top. */
  readonly top: readonly Property[];
  /** Whether its sections `profiles` and `settings` are ours: some programs have keys of these names. */
  readonly hasSections: boolean;
  /** Whether it is a file of Plimsoll's own, where a slip is worth an error. */
  readonly isOwn: boolean;
  /** Whether its program fills in variables. */
  readonly fillsIn: boolean;
  /** The folder that servers start in. */
  readonly folder: string;
}

/** What programs call the map of their servers. */
export type ServersKey =
  | "mcpServers" // Claude Code, Claude Desktop, Cursor, Plimsoll
  | "servers" // VS Code
  | "context_servers" // Zed
  | "mcp_servers"; // Codex

const JSON_KEYS: readonly ServersKey[] = ["mcpServers", "servers", "context_servers"];
const FOREIGN_FILES = [".claude.json", "claude_desktop_config.json", "settings.json"];
const SHARED_FILES = [".mcp.json", "mcp.json", "mcp-config.json"];
const EDITOR_FOLDERS = [".vscode", ".cursor", ".codex", ".zed"];
const REMEDY = 'Write { "mcpServers": { "name": { "command": "…" } } }.';

/** Finds out whose file it is, by its name and by what stands in it. */
export function readLayout(source: ConfigText): ConfigLayout {
  const isToml = source.file.endsWith(".toml");
  const root = isToml ? parseTomlTree(source) : parseConfigTree(source);
  if (root.type !== "object") throw configError(source, root.offset, "The file is not an object.", REMEDY);
  const top = propertiesOf(source, root);
  const keys = isToml ? (["mcp_servers"] as const) : JSON_KEYS;
  const key = keys.find((candidate) => top.some((property) => property.key === candidate));
  const servers = top.find((property) => property.key === key)?.value;
  if (key === undefined || servers === undefined) throw noServers(source, root, top, keys);
  if (servers.type !== "object") {
    throw configError(source, servers.offset, `"${key}" is not an object.`, REMEDY);
  }
  const name = basename(source.file);
  const isForeign = isToml || FOREIGN_FILES.includes(name);
  return {
    key,
    servers,
    top,
    hasSections: !isForeign,
    isOwn: !isForeign && !SHARED_FILES.includes(name),
    fillsIn: !isToml,
    folder: workFolder(source.file),
  };
}

/** The folder a file speaks for: an editor's own folder speaks for the project that it is in. */
export function workFolder(file: string): string {
  const folder = dirname(file);
  return EDITOR_FOLDERS.includes(basename(folder)) ? dirname(folder) : folder;
}

function noServers(
  source: ConfigText,
  root: Node,
  top: readonly Property[],
  keys: readonly ServersKey[],
): Error {
  const [key = "mcpServers"] = keys;
  const slip = top.find((property) => nearestKey(property.key, keys) !== undefined);
  const remedy = key === "mcp_servers" ? 'Write [mcp_servers.name] and, below it, command = "…".' : REMEDY;
  return slip === undefined
    ? configError(source, root.offset, `The file has no "${key}".`, remedy)
    : configError(
        source,
        slip.keyNode.offset,
        `"${slip.key}" is not a key that Plimsoll reads.`,
        `Did you mean "${key}"?`,
      );
}
