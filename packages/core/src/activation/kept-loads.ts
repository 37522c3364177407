import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { type Activation, type LoadedTool, NO_ACTIVATION } from "./activation.ts";
import type { LoadedDefinition } from "./record.ts";

/** What a host keeps of its callers' loads. */
export interface KeptLoads {
  readonly loaded?: readonly LoadedDefinition[] | undefined;
  readonly admitted?: readonly LoadedDefinition[] | undefined;
}

/** The activation of a caller whose loads the host keeps, because nobody hands over a history. */
export function toKeptActivation(
  { loaded = [], admitted = [] }: KeptLoads,
  snapshot: CatalogSnapshot,
): Activation {
  if (loaded.length + admitted.length === 0) return NO_ACTIVATION;
  const current = toLoadedTools(admitted, snapshot).filter(({ standing }) => standing === "current");
  return {
    ...NO_ACTIVATION,
    loaded: toLoadedTools(loaded, snapshot),
    admitted: current.map(({ name }) => name),
  };
}

function toLoadedTools(loads: readonly LoadedDefinition[], snapshot: CatalogSnapshot): LoadedTool[] {
  return loads.flatMap(({ name, schemaHash }): LoadedTool[] => {
    const entry = snapshot.get(name);
    if (entry === undefined) return [];
    const hash = schemaHash ?? entry.schemaHash;
    const standing = hash === entry.schemaHash ? "current" : "changed";
    return [{ name: entry.name, schemaHash: hash, at: 0, standing }];
  });
}
