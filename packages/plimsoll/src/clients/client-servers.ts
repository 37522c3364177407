import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import type { Node } from "jsonc-parser";
import { type ServersKey, workFolder } from "../config/config-layout.ts";
import { type ConfigText, parseConfigTree } from "../config/config-text.ts";
import { nodeValue } from "../config/node-value.ts";
import { readInputs } from "../config/read-inputs.ts";
import { parseTomlTree } from "../config/toml-tree.ts";
import { isRecord } from "../internal/is-record.ts";
import type { ClientServer } from "./client-server.ts";
import { fromCodex } from "./from-codex.ts";
import { fromJson } from "./from-json.ts";

const KEYS: readonly ServersKey[] = ["mcpServers", "servers", "context_servers", "mcp_servers"];

/** The servers of a client's file, with their variables as they stand, for a `plimsoll.json` in another folder. */
export function readClientServers(source: ConfigText, target: string): ClientServer[] {
  const isToml = source.file.endsWith(".toml");
  const text = source.text.replace(/^\uFEFF/, "");
  if (text.trim() === "") return [];
  const root = (isToml ? parseTomlTree : parseConfigTree)({ file: source.file, text });
  const folder = isUsers(source.file) ? target : workFolder(source.file);
  const inputs = readInputs(source, childOf(root, "inputs"));
  const maps = [
    ...KEYS.map((key) => childOf(root, key)),
    // Claude Code keeps what a user added for one project in the user's file.
    childOf(childOf(childOf(root, "projects"), target), "mcpServers"),
  ];
  return maps.flatMap((map) => {
    const servers: unknown = map === undefined ? undefined : nodeValue(map);
    if (!isRecord(servers)) return [];
    return Object.entries(servers).map(([name, entry]) =>
      isToml ? fromCodex(name, entry) : fromJson(name, entry, { folder, target, inputs }),
    );
  });
}

/** Whether a file is a user's own, for all projects: it says nothing of where its servers start. */
function isUsers(file: string): boolean {
  const isKnown = [".claude.json", "claude_desktop_config.json"].includes(basename(file));
  return isKnown || basename(dirname(file)) === "User" || workFolder(file) === homedir();
}

function childOf(node: Node | undefined, key: string): Node | undefined {
  return node?.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1];
}
