import type { Node } from "jsonc-parser";
import type { RemoteServer } from "./config.ts";
import { configError } from "./config-text.ts";
import { readOAuth } from "./read-oauth.ts";
import { membersOf, type Reader, readText, readVariable } from "./read-value.ts";
import type { ServerEntry } from "./server-fields.ts";

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reads where a server is, and what it is sent with every request. */
export function readRemote(
  reader: Reader,
  entry: ServerEntry,
): Pick<RemoteServer, "url" | "headers" | "oauth"> {
  const headers = readHeaders(reader, entry);
  const oauth = readOAuth(reader, entry, headers);
  return { url: readUrl(reader, entry), headers, ...(oauth === undefined ? {} : { oauth }) };
}

function readUrl(reader: Reader, { name, keyNode, fields }: ServerEntry): string {
  const { source } = reader;
  const node = fields.get("url");
  if (node === undefined) {
    const remedy = 'Add "url", where it is, or "command", the program that starts it.';
    throw configError(source, keyNode.offset, `The server "${name}" has no "url".`, remedy);
  }
  const text = readText(reader, node, `"url" of "${name}"`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    const remedy = 'Write it whole: "https://example.com/mcp".';
    throw configError(source, node.offset, `"url" of "${name}" is not an address of the web.`, remedy);
  }
  if (url.username !== "" || url.password !== "") {
    const reason = `"url" of "${name}" has a user or a password in it.`;
    throw configError(source, node.offset, reason, 'Put them into "headers": { "Authorization": "…" }.');
  }
  return text;
}

function readHeaders(reader: Reader, { name, fields }: ServerEntry): Record<string, string> {
  const bearer = fields.get("bearer_token_env_var"); // Codex
  const named = membersOf(
    reader,
    fields.get("env_http_headers"),
    `"env_http_headers" of "${name}"`,
    '{ "X-Name": "VARIABLE" }',
  );
  const written = membersOf(reader, fields.get("headers"), `"headers" of "${name}"`, '{ "X-Name": "value" }');
  const token = bearer === undefined ? undefined : readVariable(reader, bearer, `The token of "${name}"`);
  const header = (key: string, at: Node, value: string): [string, string] => {
    check(reader, key, at, value);
    return [key, value];
  };
  return Object.fromEntries([
    ...(token === undefined || bearer === undefined
      ? []
      : [header("Authorization", bearer, `Bearer ${token}`)]),
    ...named.map(({ key, value }) =>
      header(key, value, readVariable(reader, value, `The header ${key} of "${name}"`)),
    ),
    ...written.map(({ key, keyNode, value }) =>
      header(key, keyNode, readText(reader, value, `The header ${key} of "${name}"`)),
    ),
  ]);
}

function check({ source }: Reader, key: string, node: Node, value: string): void {
  if (!HEADER_NAME.test(key)) {
    const reason = `"${key}" cannot be the name of a header.`;
    throw configError(source, node.offset, reason, "Use letters, digits and hyphens.");
  }
  if (!HEADER_VALUE.test(value)) {
    const reason = `The header ${key} has a character that no header can carry.`;
    throw configError(source, node.offset, reason, "Remove line breaks and letters beyond Latin-1.");
  }
}
