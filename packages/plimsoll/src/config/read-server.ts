import type { Node } from "jsonc-parser";
import type { ServerConfig, SetAsideServer } from "./config.ts";
import { configError, type Property } from "./config-text.ts";
import { readLimits } from "./read-limits.ts";
import { readRemote } from "./read-remote.ts";
import { readStdio } from "./read-stdio.ts";
import { membersOf, type Reader, readWord, refuseSlips } from "./read-value.ts";
import { type ServerEntry, toServerFields } from "./server-fields.ts";

/** The keys of an entry that Plimsoll reads; others are left to the programs they are for. */
export const SERVER_KEYS: readonly string[] = [
  ...["type", "command", "args", "env", "envFile", "cwd", "url", "headers", "oauth", "disabled", "enabled"],
  ...["domain", "scope", "idleSeconds", "timeoutSeconds", "startSeconds", "concurrency"],
];

const TYPES: Readonly<Record<string, ServerConfig["type"]>> = {
  stdio: "stdio",
  local: "stdio",
  http: "http",
  "streamable-http": "http",
  streamable_http: "http",
  streamableHttp: "http",
  sse: "sse",
};

/** Reads one entry of the map of servers: a server, or one that is set aside. */
export function readServer(
  reader: Reader,
  { key: name, keyNode, value }: Property,
): ServerConfig | SetAsideServer {
  const { source } = reader;
  if (name.trim() === "") throw configError(source, keyNode.offset, "A server has no name.", "Name it.");
  const properties = membersOf(reader, value, `The server "${name}"`, '{ "command": "…", "args": […] }');
  refuseSlips(reader, properties, `The server "${name}"`, SERVER_KEYS);
  const fields = toServerFields(properties);
  const reason = whySetAside(fields);
  if (reason !== undefined) return { name, reason };
  const entry = { name, keyNode, fields };
  const type = typeOf(reader, entry);
  const domain = fields.get("domain");
  const common = {
    name,
    ...(domain === undefined ? {} : { domain: readWord(reader, domain, '"domain"') }),
    limits: readLimits(reader, name, fields),
  };
  return type === "stdio"
    ? { type, ...common, ...readStdio(reader, entry) }
    : { type, ...common, ...readRemote(reader, entry) };
}

function whySetAside(fields: ReadonlyMap<string, Node>): string | undefined {
  if (fields.get("disabled")?.value === true || fields.get("enabled")?.value === false) {
    return "it is disabled.";
  }
  return fields.get("type")?.value === "ws" ? "WebSocket is no transport of MCP." : undefined;
}

function typeOf({ source }: Reader, { name, fields }: ServerEntry): ServerConfig["type"] {
  const [type, url] = [fields.get("type"), fields.get("url")];
  if (type !== undefined) {
    const known = typeof type.value === "string" && Object.hasOwn(TYPES, type.value);
    if (known) return TYPES[type.value] ?? "stdio";
    const reason = `The server "${name}" has a "type" that Plimsoll does not know.`;
    throw configError(source, type.offset, reason, 'Use "stdio", "http" or "sse", or leave it out.');
  }
  if (url === undefined) return "stdio";
  if (!fields.has("command")) return "http";
  const reason = `The server "${name}" has both "command" and "url".`;
  throw configError(source, url.offset, reason, "Remove one of the two.");
}
