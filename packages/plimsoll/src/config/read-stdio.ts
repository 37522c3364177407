import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Node } from "jsonc-parser";
import type { StdioServer } from "./config.ts";
import { configError } from "./config-text.ts";
import { itemsOf, membersOf, type Reader, readText } from "./read-value.ts";
import type { ServerEntry } from "./server-fields.ts";

/** Reads how a server is started. */
export function readStdio(
  reader: Reader,
  { name, keyNode, fields }: ServerEntry,
): Pick<StdioServer, "command" | "args" | "env" | "cwd"> {
  const { source, variables } = reader;
  const command = fields.get("command");
  if (command === undefined) {
    const remedy = 'Add "command", the program that starts it, or "url", where it is.';
    throw configError(source, keyNode.offset, `The server "${name}" has no "command".`, remedy);
  }
  const program = readText(reader, command, `"command" of "${name}"`);
  if (program.trim() === "") {
    throw configError(source, command.offset, '"command" is empty.', "Name the program to start.");
  }
  const cwd = fields.get("cwd");
  return {
    command: program,
    args: itemsOf(reader, fields.get("args"), `"args" of "${name}"`).map((node) =>
      readText(reader, node, `Each of "args" of "${name}"`),
    ),
    env: {
      ...readEnvFile(reader, name, fields.get("envFile")),
      ...readHandedOn(reader, name, fields.get("env_vars")),
      ...readEnv(reader, name, fields.get("env")),
    },
    cwd: resolve(variables.folder, cwd === undefined ? "" : readText(reader, cwd, `"cwd" of "${name}"`)),
  };
}

function readEnv(reader: Reader, name: string, node: Node | undefined): Record<string, string> {
  const pairs = membersOf(reader, node, `"env" of "${name}"`, '{ "NAME": "value" }');
  return Object.fromEntries(
    pairs.map(({ key, keyNode, value }) => {
      if (key === "" || /[=\0]/.test(key)) {
        const reason = `"${key}" cannot be the name of a variable.`;
        throw configError(reader.source, keyNode.offset, reason, "Rename it.");
      }
      return [key, readText(reader, value, `The variable ${key} of "${name}"`)];
    }),
  );
}

/** A file of variables, as VS Code and Cursor have it: `NAME=value`, one a line. */
function readEnvFile(reader: Reader, name: string, node: Node | undefined): Record<string, string> {
  if (node === undefined) return {};
  const file = resolve(reader.variables.folder, readText(reader, node, `"envFile" of "${name}"`));
  try {
    return Object.fromEntries(
      Object.entries(parseEnv(readFileSync(file, "utf8"))).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const reason = `"envFile" of "${name}" cannot be read${code === undefined ? "" : ` (${code})`}.`;
    throw configError(reader.source, node.offset, reason, "Name an existing file, or remove it.");
  }
}

/** Variables that Codex hands on from its own environment, by name; those that are not set are left out. */
function readHandedOn(reader: Reader, name: string, node: Node | undefined): Record<string, string> {
  const { env } = reader.variables;
  const names = itemsOf(reader, node, `"env_vars" of "${name}"`).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
  return Object.fromEntries(
    names.flatMap((key) => {
      const value = Object.hasOwn(env, key) ? env[key] : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
