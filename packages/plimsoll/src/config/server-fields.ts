import type { Node } from "jsonc-parser";
import type { Property } from "./config-text.ts";

/** An entry of the map of servers, with what is needed to point at it. */
export interface ServerEntry {
  readonly name: string;
  readonly keyNode: Node;
  readonly fields: ReadonlyMap<string, Node>;
}

/** What other programs call the same. */
const RENAMED: Readonly<Record<string, string>> = {
  startup_timeout_sec: "startSeconds", // Codex
  tool_timeout_sec: "timeoutSeconds",
  http_headers: "headers",
};

/** The fields of an entry, under the names that `plimsoll.json` has for them. */
export function toServerFields(properties: readonly Property[]): ReadonlyMap<string, Node> {
  const fields = new Map<string, Node>();
  for (const { key, value } of properties) {
    fields.set(key, value);
    const renamed = RENAMED[key];
    if (renamed !== undefined && !fields.has(renamed)) fields.set(renamed, value);
  }
  unfoldCommand(fields);
  const milliseconds = fields.get("startup_timeout_ms");
  if (typeof milliseconds?.value === "number" && !fields.has("startSeconds")) {
    fields.set("startSeconds", { ...milliseconds, value: milliseconds.value / 1000 });
  }
  return fields;
}

/** Zed once had the program, its arguments and its variables in one object. */
function unfoldCommand(fields: Map<string, Node>): void {
  const command = fields.get("command");
  if (command?.type !== "object") return;
  for (const { children } of command.children ?? []) {
    const [key, value] = children ?? [];
    if (key === undefined || value === undefined) continue;
    fields.set(key.value === "path" ? "command" : String(key.value), value);
  }
}
