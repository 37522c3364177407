import type { Entry } from "./gateway-entry.ts";

/** A server in a client's list, as `plimsoll.json` has it; or why it cannot be had there. */
export type ClientServer =
  | { readonly name: string; readonly entry: Entry }
  | { readonly name: string; readonly reason: string };

/** The keys that mean the same in every client's list. */
const KEPT = ["type", "command", "args", "env", "envFile", "cwd", "url", "headers", "disabled"];

/** What of an entry `plimsoll.json` has a use for. */
export function keepKnown(entry: Entry): Record<string, unknown> {
  return Object.fromEntries(KEPT.flatMap((key) => (Object.hasOwn(entry, key) ? [[key, entry[key]]] : [])));
}
