import type { CatalogEntry, Runtime } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import type { Output } from "./output.ts";
import { followListings } from "./server-listings.ts";

/** A name from a command line: the tool it means, or what to say of it. */
export type ResolvedName =
  | { readonly type: "found"; readonly name: string; readonly entry: CatalogEntry }
  | { readonly type: "unknown"; readonly name: string; readonly message: string };

/** Waits until names are known, or until no server is awaited any more; then says which servers failed. */
export async function untilNamed(gateway: Gateway, names: readonly string[], output: Output): Promise<void> {
  const { settled, states, onSettle } = followListings(gateway);
  const areKnown = (): boolean => names.every((name) => isExact(gateway.runtime, name));
  const known = new Promise<void>((resolve) => {
    const look = (): void => {
      if (areKnown()) resolve();
    };
    onSettle(look);
    look();
  });
  await Promise.race([settled, known]);
  if (areKnown()) return;
  for (const state of states.values()) {
    if (state.type !== "failed") continue;
    output.note(state.error instanceof Error ? state.error.message : String(state.error));
  }
}

/** What names mean today; of one that means nothing, the nearest. */
export async function resolveNames(runtime: Runtime, names: readonly string[]): Promise<ResolvedName[]> {
  const snapshot = runtime.catalog.snapshot();
  return Promise.all(
    names.map(async (name): Promise<ResolvedName> => {
      const resolved = snapshot.resolve(name);
      if (resolved.type === "found") return { type: "found", name, entry: resolved.entry };
      const { matches, suggestions } = await runtime.find(name, { limit: 3 });
      const nearest = [...new Set([...suggestions, ...matches.map((match) => match.name)])].slice(0, 3);
      const hint = nearest.length === 0 ? "plimsoll list names them all." : `Nearest: ${nearest.join(", ")}.`;
      return { type: "unknown", name, message: `There is no tool ${JSON.stringify(name)}. ${hint}` };
    }),
  );
}

/** A short form of a name may turn out to be ambiguous when more servers are listed; these forms may not. */
function isExact({ catalog }: Runtime, name: string): boolean {
  const resolved = catalog.snapshot().resolve(name);
  return resolved.type === "found" && (resolved.by === "canonical" || resolved.by === "wire");
}
