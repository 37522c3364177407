import type { Activation } from "../activation/activation.ts";
import { type LoadRecord, RECORD_VERSION } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { PermittedView } from "../surface/permitted-view.ts";

/** What a provider revealed by itself, as a load: of what it named, what this asker may load. */
export function toRevealRecord(
  revealed: readonly string[],
  { turn }: Activation,
  { snapshot, ask }: PermittedView,
): LoadRecord | undefined {
  const entries = new Map<string, CatalogEntry>();
  for (const name of revealed) {
    const resolution = snapshot.resolve(name, (entry) => ask(entry).find);
    if (resolution.type === "found") entries.set(resolution.entry.name, resolution.entry);
  }
  if (entries.size === 0) return undefined;
  const tools = [...entries.values()].map(({ name, schemaHash, definition }) => ({
    name,
    schemaHash,
    definition,
  }));
  return { v: RECORD_VERSION, type: "load", at: turn, tools };
}
