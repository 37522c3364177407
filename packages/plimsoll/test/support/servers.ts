import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS, DEFAULT_SETTINGS, type GatewayConfig, type StdioServer } from "plimsoll";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const RELAY_SERVER = fileURLToPath(new URL("./relay-server.mjs", import.meta.url));
const RAW_SERVER = fileURLToPath(new URL("./raw-server.mjs", import.meta.url));

/** The script of a server that lists the tools of a file, its first argument. */
export const FILE_SERVER: string = fileURLToPath(new URL("./file-server.mjs", import.meta.url));

/** Where the bins of the official servers are. */
export const BIN_FOLDER: string = join(ROOT, "node_modules", ".bin");

/** The config that the README starts with. */
export const DEMO_CONFIG: string = join(ROOT, "examples", "demo", "plimsoll.json");

/** The folder that the demo's server `files` may read. */
export const DEMO_FILES: string = join(ROOT, "examples", "demo", "files");

/** A folder of this test's own. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "plimsoll-test-")));
}

/** A server as a config gives it. */
export function server(name: string, command: string, ...args: string[]): StdioServer {
  return { type: "stdio", name, limits: DEFAULT_LIMITS, command, args, env: {}, cwd: tmpdir() };
}

/** The official server of many small tools. */
export function everything(): StdioServer {
  return server("everything", join(BIN_FOLDER, "mcp-server-everything"), "stdio");
}

/** The official server of files, on the demo's folder. */
export function files(): StdioServer {
  return server("files", join(BIN_FOLDER, "mcp-server-filesystem"), DEMO_FILES);
}

/** A server that misbehaves in one way. */
export function raw(mode: string, name: string = mode): StdioServer {
  return server(name, process.execPath, RAW_SERVER, mode);
}

/** A server that shows what comes through the gateway, of either era. */
export function relayed(era: "modern" | "legacy", name: string = era): StdioServer {
  return { ...server(name, process.execPath, RELAY_SERVER), env: { PLIMSOLL_TEST_ERA: era } };
}

/** A config of these servers. */
export function configOf(...servers: StdioServer[]): GatewayConfig {
  const file = join(tmpdir(), "plimsoll.json");
  return { file, servers, setAside: [], profiles: {}, settings: DEFAULT_SETTINGS };
}
