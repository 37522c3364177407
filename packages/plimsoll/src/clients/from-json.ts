import { resolve } from "node:path";
import { type Input, inputVariable } from "../config/expand-variables.ts";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import { type ClientServer, keepKnown } from "./client-server.ts";
import type { Entry } from "./gateway-entry.ts";

/** Where an entry stood, and where it will. */
export interface Surroundings {
  readonly folder: string;
  readonly target: string;
  readonly inputs: ReadonlyMap<string, Input>;
}

/** A server of any client that has JSON. */
export function fromJson(
  name: string,
  entry: unknown,
  { folder, target, inputs }: Surroundings,
): ClientServer {
  if (!isRecord(entry)) return { name, reason: "it is not an object." };
  const { command, enabled } = entry;
  const flat = isRecord(command) ? { ...entry, ...command, command: command["path"] } : entry;
  const kept = keepKnown(flat);
  const moved = mapTexts(kept, (text) =>
    toOwnVariables(text, inputs, folder === target ? undefined : folder),
  );
  const isElsewhere = folder !== target && "command" in kept;
  return {
    name,
    entry: {
      ...(moved as Entry),
      ...(isElsewhere ? { cwd: resolve(folder, asText(kept["cwd"])) } : {}),
      ...(enabled === false ? { disabled: true } : {}),
    },
  };
}

/** What an editor would ask for becomes a variable; a folder that is not the config's own becomes its path. */
function toOwnVariables(text: string, inputs: Surroundings["inputs"], folder: string | undefined): string {
  const asked = text.replace(/\$\{input:([^{}]+)\}/g, (_written, id: string) => {
    const fallback = inputs.get(id)?.default;
    return `\${${inputVariable(id)}${fallback === undefined ? "" : `:-${fallback}`}}`;
  });
  return folder === undefined ? asked : asked.replaceAll(`\${workspaceFolder}`, folder);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]))
    : value;
}
