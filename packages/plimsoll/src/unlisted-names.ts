import { type Runtime, toSourceId } from "@plimsoll/core";
import type { GatewayConfig } from "./config/config.ts";

/** The names of the configured servers that a catalog lacks. Asked for with every call: worked out once a change. */
export function unlistedNames(
  { catalog }: Pick<Runtime, "catalog">,
  currentConfig: () => GatewayConfig,
): () => readonly string[] {
  let known: { readonly snapshot: unknown; readonly config: unknown; readonly names: string[] } | undefined;
  return () => {
    const snapshot = catalog.snapshot();
    const config = currentConfig();
    if (known?.snapshot === snapshot && known.config === config) return known.names;
    const listed = new Set(snapshot.sources.map((source) => source.id));
    const names = config.servers.map(({ name }) => name).filter((name) => !listed.has(toSourceId(name)));
    known = { snapshot, config, names };
    return names;
  };
}
