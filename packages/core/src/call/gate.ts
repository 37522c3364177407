import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { NameResolution } from "../catalog/catalog-snapshot.ts";
import type { CallContext } from "./call-context.ts";

/** What the gate looks at. */
type GateContext = Pick<CallContext, "view" | "activation" | "gate">;

/**
 * Whether a tool may be called now, as far as loading goes. The open gate lets everything pass but what was given
 * back; the strict one only what was loaded. Old names pass both, so that transcripts replay.
 */
export function passesGate(
  { entry, retired }: Pick<Extract<NameResolution, { type: "found" }>, "entry" | "retired">,
  context: GateContext,
): boolean {
  if (retired !== undefined || isOnlyReplayed(entry, context)) return true;
  if (context.activation.unloaded.includes(entry.name)) return false;
  return context.gate === "open" || isLoaded(entry, context);
}

/** A tool that this model or mode is not shown cannot be loaded, so an old transcript's call of it passes. */
function isOnlyReplayed(entry: CatalogEntry, { view }: GateContext): boolean {
  const { call, find } = view.ask(entry);
  return call && !find;
}

function isLoaded(entry: CatalogEntry, { activation }: GateContext): boolean {
  const inHead = activation.opening?.tools.some(({ name }) => name === entry.wireName) ?? false;
  return (
    inHead ||
    activation.loaded.some(({ name, standing }) => name === entry.name && standing === "current") ||
    activation.admitted?.includes(entry.name) === true
  );
}
