import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { StdioServer } from "plimsoll";
import { BIN_FOLDER, DEMO_FILES, server, temporaryFolder } from "../support/servers.ts";

const OFFLINE = pathToFileURL(fileURLToPath(new URL("../support/offline.mjs", import.meta.url))).href;

/** A server as people install it, and one call of it that works without a network, or fails as it should. */
export interface RealServer {
  readonly server: StdioServer;
  /** What a model would ask for, and the tool it has to be offered. */
  readonly query: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the result says; where the server has no network, its own words for that. */
  readonly says: string;
}

/** Ten servers from npm: the official ones, and services that are given credentials of nobody. */
export function realServers(): RealServer[] {
  const memory = join(temporaryFolder(), "memory.json");
  return [
    {
      server: real("everything", "mcp-server-everything", ["stdio"]),
      query: "echo a message",
      tool: "echo",
      arguments: { message: "ahoy" },
      says: "Echo: ahoy",
    },
    {
      server: real("files", "mcp-server-filesystem", [DEMO_FILES]),
      query: "read a text file",
      tool: "read_text_file",
      arguments: { path: join(DEMO_FILES, "todo.txt") },
      says: "Repaint the load line",
    },
    {
      server: real("memory", "mcp-server-memory", [], { MEMORY_FILE_PATH: memory }),
      query: "read the whole knowledge graph",
      tool: "read_graph",
      arguments: {},
      says: '"entities": []',
    },
    {
      server: real("thinking", "mcp-server-sequential-thinking"),
      query: "sequentialthinking",
      tool: "sequentialthinking",
      arguments: { thought: "First", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      says: '"thoughtHistoryLength"',
    },
    {
      server: real("charts", "mcp-server-chart"),
      query: "draw a pie chart",
      tool: "generate_pie_chart",
      arguments: { data: [{ category: "ballast", value: 1 }] },
      says: "getaddrinfo ENOTFOUND",
    },
    {
      server: real("airtable", "airtable-mcp-server", [], { AIRTABLE_API_KEY: "nobody" }),
      query: "list the bases of airtable",
      tool: "list_bases",
      arguments: {},
      says: "fetch failed",
    },
    {
      server: real("brave", "brave-search-mcp-server", ["--transport", "stdio"], { BRAVE_API_KEY: "nobody" }),
      query: "search the web with brave",
      tool: "brave_web_search",
      arguments: { query: "load line" },
      says: "fetch failed",
    },
    {
      server: real("tavily", "tavily-mcp", [], { TAVILY_API_KEY: "nobody" }),
      query: "search with tavily",
      tool: "tavily_search",
      arguments: { query: "load line" },
      says: "Tavily API error: getaddrinfo ENOTFOUND",
    },
    {
      // Its token must look like one: three parts, the second of them JSON.
      server: real("mapbox", "mcp-server", [], { MAPBOX_ACCESS_TOKEN: "pk.eyJ1Ijoibm9ib2R5In0.nobody" }),
      query: "find the address of a longitude and latitude",
      tool: "ReverseGeocodeTool",
      arguments: { longitude: 0, latitude: 51.5 },
      says: "Internal error has occurred",
    },
    {
      server: real("slack", "mcp-server-slack", [], { SLACK_BOT_TOKEN: "nobody", SLACK_TEAM_ID: "nobody" }),
      query: "list the channels of the slack workspace",
      tool: "slack_list_channels",
      arguments: {},
      says: "fetch failed",
    },
  ];
}

function real(
  name: string,
  bin: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): StdioServer {
  const started = server(name, join(BIN_FOLDER, bin), ...args);
  return { ...started, env: { ...env, NODE_OPTIONS: `--import=${OFFLINE}` } };
}
