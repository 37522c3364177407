import { join } from "node:path";
import type { ServersKey } from "../config/config-layout.ts";
import type { ClientName } from "./client-name.ts";

/** A program that uses MCP servers, and where it keeps its list of them. */
export interface Client {
  readonly name: ClientName;
  readonly title: string;
  /** Whose list it can be; the first is meant where nothing is said. */
  readonly scopes: readonly ClientScope[];
  /** What the map of servers is called in its file. */
  readonly key: ServersKey;
  /** Whether an entry may be an address; otherwise the client starts the gateway itself. */
  readonly takesUrl: boolean;
  /** What has to be done for it to see a change. */
  readonly next: string;
  readonly fileOf: (scope: ClientScope, machine: Machine) => string;
}

/** Whose list of servers it is: everybody's who works on a project, or one user's everywhere. */
export type ClientScope = "project" | "user";

/** Where files are looked for. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The project's folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** All of them. */
export const CLIENTS: readonly Client[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    scopes: ["project", "user"],
    key: "mcpServers",
    takesUrl: true,
    next: "Start Claude Code again, and agree to the server when it asks.",
    fileOf: (scope, { home, folder, env }) =>
      scope === "project"
        ? join(folder, ".mcp.json")
        : join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    scopes: ["user"],
    key: "mcpServers",
    takesUrl: false,
    next: "Quit Claude Desktop and start it again.",
    fileOf: (_scope, machine) => join(applicationFolder(machine), "Claude", "claude_desktop_config.json"),
  },
  {
    name: "cursor",
    title: "Cursor",
    scopes: ["project", "user"],
    key: "mcpServers",
    takesUrl: true,
    next: "Cursor asks whether to enable the server; else enable it in its settings, under MCP.",
    fileOf: (scope, { home, folder }) => join(scope === "project" ? folder : home, ".cursor", "mcp.json"),
  },
  {
    name: "vscode",
    title: "VS Code",
    scopes: ["project", "user"],
    key: "servers",
    takesUrl: true,
    next: "VS Code shows a button above the entry that starts the server.",
    fileOf: (scope, machine) =>
      scope === "project"
        ? join(machine.folder, ".vscode", "mcp.json")
        : join(applicationFolder(machine), "Code", "User", "mcp.json"),
  },
  {
    name: "codex",
    title: "Codex",
    scopes: ["user"],
    key: "mcp_servers",
    takesUrl: true,
    next: "Start Codex again.",
    fileOf: (_scope, { home, env }) => join(env["CODEX_HOME"] || join(home, ".codex"), "config.toml"),
  },
];

/** The client of that name, if there is one. */
export function clientNamed(name: string): Client | undefined {
  return CLIENTS.find((client) => client.name === name);
}

/** Where programs with windows keep what belongs to a user. */
function applicationFolder({ platform, home, env }: Machine): string {
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "win32":
      return env["APPDATA"] || join(home, "AppData", "Roaming");
    default:
      return env["XDG_CONFIG_HOME"] || join(home, ".config");
  }
}
