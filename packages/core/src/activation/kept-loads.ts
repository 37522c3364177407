import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { type Activation, type LoadedTool, NO_ACTIVATION } from "./activation.ts";
import type { LoadedDefinition } from "./record.ts";

/** The activation of a caller whose loads the host keeps, because nobody hands over a history. */
export function toKeptActivation(
  loads: readonly LoadedDefinition[] | undefined,
  snapshot: CatalogSnapshot,
): Activation {
  if (loads === undefined || loads.length === 0) return NO_ACTIVATION;
  const loaded = loads.flatMap(({ name, schemaHash }): LoadedTool[] => {
    const entry = snapshot.get(name);
    if (entry === undefined) return [];
    const hash = schemaHash ?? entry.schemaHash;
    const standing = hash === entry.schemaHash ? "current" : "changed";
    return [{ name: entry.name, schemaHash: hash, at: 0, standing }];
  });
  return { ...NO_ACTIVATION, loaded };
}
