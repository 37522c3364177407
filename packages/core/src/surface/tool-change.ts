import type { Activation } from "../activation/activation.ts";
import { isRevealable } from "../activation/declared.ts";
import type { ToolChangeMessage } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import type { PermittedView } from "./permitted-view.ts";

/**
 * What the history must still be told under `transcript`: loaded tools that it does not give the model, and tools that
 * were given back. It is decided from what stands there, so it also mends a history that a compaction cut.
 */
export function planToolChange(
  { loaded, unloaded, revealed }: Activation,
  opening: OpeningRecord,
  view: PermittedView,
): ToolChangeMessage | undefined {
  if (opening.strategy !== "transcript") return undefined;
  const there = new Map(revealed.map(({ definition }) => [definition.name, definition]));
  const added = loaded
    .filter(({ standing }) => standing === "current")
    .flatMap(({ name }) => view.snapshot.get(name) ?? [])
    .filter((entry) => view.ask(entry).find && isRevealable(entry, opening))
    .map(({ definition }) => definition)
    .filter((definition) => canonicalJson(definition) !== canonicalJson(there.get(definition.name) ?? null));
  const removed = unloaded
    .flatMap((name) => view.snapshot.get(name)?.wireName ?? [])
    .filter((wireName) => there.has(wireName));
  return added.length + removed.length === 0 ? undefined : { role: "tool-change", added, removed };
}
