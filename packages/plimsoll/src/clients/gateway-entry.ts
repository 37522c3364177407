import { isAbsolute, relative } from "node:path";
import type { Client, ClientScope, Machine } from "./client.ts";

/** What the gateway is called in a client's list. */
export const ENTRY_NAME = "plimsoll";

/** How a client reaches the gateway. */
export type Way =
  | { readonly type: "url"; readonly url: string } // one that runs
  | { readonly type: "stdio"; readonly config: string }; // one that it starts, with this config file

/** An entry of a list of servers. */
export type Entry = Readonly<Record<string, unknown>>;

/** The gateway's entry, as a client wants it. */
export function toGatewayEntry(client: Client, scope: ClientScope, way: Way, machine: Machine): Entry {
  const place = way.type === "url" ? { url: way.url } : toCommand(client, scope, way.config, machine);
  const type = way.type === "url" ? "http" : "stdio";
  switch (client.name) {
    case "claude-code":
      // It defers the tools of servers that do not say this, and these few are what all others are reached through.
      return { type, ...place, alwaysLoad: true };
    case "vscode":
      return { type, ...place };
    case "claude-desktop":
    case "cursor":
    case "codex":
      return place;
  }
}

function toCommand(client: Client, scope: ClientScope, config: string, machine: Machine): Entry {
  const words = [
    "npx",
    "-y",
    "plimsoll",
    "serve",
    "--stdio",
    "--start",
    "--config",
    toPath(client, scope, config, machine),
  ];
  // On Windows npx is a script, which only a shell starts.
  const [command = "", ...args] = machine.platform === "win32" ? ["cmd", "/c", ...words] : words;
  return { command, args };
}

/** A list that a project shares must not name a folder of one machine. */
function toPath(client: Client, scope: ClientScope, config: string, { folder }: Machine): string {
  const inside = relative(folder, config);
  if (scope === "user" || inside.startsWith("..") || isAbsolute(inside)) return config;
  const shared = inside.replaceAll("\\", "/");
  return client.name === "claude-code" ? shared : `\${workspaceFolder}/${shared}`;
}
