import { lastingCommand } from "./own-command.ts";

/** What to paste into a client, so that it uses the gateway. */
export interface ClientEntry {
  readonly client: string;
  readonly paste: string;
}

/** The entries of the clients that `plimsoll connect` knows, short enough for one line each. */
export function toClientEntries(url: string, config: string): ClientEntry[] {
  // Claude Desktop starts its servers itself; that one then shares the gateway that runs, or starts one for all.
  const { command, args } = lastingCommand("serve", "--stdio", "--start", "--config", config);
  return [
    { client: "Claude Code", paste: `claude mcp add --transport http plimsoll ${url}` },
    { client: "Codex", paste: `codex mcp add plimsoll --url ${url}` },
    { client: "Cursor", paste: `"mcpServers": ${toEntry({ url })}` },
    { client: "VS Code", paste: `"servers": ${toEntry({ type: "http", url })}` },
    { client: "Claude Desktop", paste: `"mcpServers": ${toEntry({ command, args })}` },
  ];
}

function toEntry(entry: object): string {
  return JSON.stringify({ plimsoll: entry }, undefined, 1).replace(/\n\s*/g, " ");
}
