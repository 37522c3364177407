import { resolve } from "node:path";
import type { Node } from "jsonc-parser";
import { DEFAULT_LIMITS, type SetAsideServer, type StdioServer } from "./config.ts";
import { type ConfigText, configError, type Property, propertiesOf } from "./config-text.ts";
import { expandVariables, type Variables } from "./expand-variables.ts";

const STDIO_TYPES = ["stdio", "local"];
const REMOTE_TYPES = ["http", "sse", "streamable-http", "ws"];

/** Reads one entry of `mcpServers`: a server to start, or one that is set aside. */
export function readServer(
  source: ConfigText,
  { key: name, keyNode, value }: Property,
  variables: Variables,
): StdioServer | SetAsideServer {
  if (value.type !== "object") {
    const remedy = 'Write { "command": "…", "args": […] }.';
    throw configError(source, value.offset, `The server "${name}" is not an object.`, remedy);
  }
  if (name.trim() === "") throw configError(source, keyNode.offset, "A server has no name.", "Name it.");
  const fields = new Map(propertiesOf(source, value).map((property) => [property.key, property.value]));
  const reason = whySetAside(source, name, fields);
  if (reason !== undefined) return { name, reason };

  const command = fields.get("command");
  if (command === undefined) {
    const remedy = 'Add "command", the program that starts it.';
    throw configError(source, keyNode.offset, `The server "${name}" has no "command".`, remedy);
  }
  const text = (node: Node, what: string): string =>
    readText(source, node, `${what} of "${name}"`, variables);
  const cwd = fields.get("cwd");
  return {
    type: "stdio",
    name,
    limits: DEFAULT_LIMITS,
    command: notEmpty(source, command, text(command, '"command"')),
    args: readArgs(source, name, fields.get("args")).map((node) => text(node, 'Each of "args"')),
    env: readEnv(source, name, fields.get("env"), text),
    cwd: resolve(variables.folder, cwd === undefined ? "" : text(cwd, '"cwd"')),
  };
}

function whySetAside(
  source: ConfigText,
  name: string,
  fields: ReadonlyMap<string, Node>,
): string | undefined {
  if (fields.get("disabled")?.value === true) return "it is disabled.";
  const type = fields.get("type");
  if (REMOTE_TYPES.includes(type?.value)) return REMOTE;
  if (type !== undefined && !STDIO_TYPES.includes(type.value)) {
    const reason = `The server "${name}" has a "type" that Plimsoll does not know.`;
    throw configError(source, type.offset, reason, 'Use "stdio", or leave it out.');
  }
  const url = fields.get("url");
  if (url === undefined || type !== undefined) return undefined;
  if (!fields.has("command")) return REMOTE;
  const reason = `The server "${name}" has both "command" and "url".`;
  throw configError(source, url.offset, reason, "Remove one of the two.");
}

const REMOTE = "remote servers are not supported yet.";

function readArgs(source: ConfigText, name: string, node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  if (node.type === "array") return node.children ?? [];
  throw configError(source, node.offset, `"args" of "${name}" is not a list.`, 'Write ["one", "two"].');
}

function readEnv(
  source: ConfigText,
  name: string,
  node: Node | undefined,
  text: (node: Node, what: string) => string,
): Record<string, string> {
  if (node === undefined) return {};
  if (node.type !== "object") {
    const remedy = 'Write { "NAME": "value" }.';
    throw configError(source, node.offset, `"env" of "${name}" is not an object.`, remedy);
  }
  return Object.fromEntries(
    propertiesOf(source, node).map(({ key, keyNode, value }) => {
      if (key === "" || /[=\0]/.test(key)) {
        throw configError(source, keyNode.offset, `"${key}" cannot be the name of a variable.`, "Rename it.");
      }
      return [key, text(value, `The variable ${key}`)];
    }),
  );
}

function readText(source: ConfigText, node: Node, what: string, variables: Variables): string {
  if (node.type !== "string") {
    throw configError(source, node.offset, `${what} is not a text.`, 'Put it in quotes: "…".');
  }
  const expansion = expandVariables(String(node.value), variables);
  if (expansion.type === "failed") {
    throw configError(source, node.offset, expansion.reason, expansion.remedy);
  }
  if (expansion.text.includes("\0")) {
    throw configError(source, node.offset, `${what} has a NUL character.`, "Remove it.");
  }
  return expansion.text;
}

function notEmpty(source: ConfigText, node: Node, text: string): string {
  if (text.trim() !== "") return text;
  throw configError(source, node.offset, '"command" is empty.', "Name the program to start.");
}
