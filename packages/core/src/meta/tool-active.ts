import type { ActiveAnswer } from "./meta-answer.ts";
import type { MetaContext } from "./meta-context.ts";

/** Lists what a conversation has loaded and may still use, in the order of loading, with what it costs. */
export function listActive({ activation, view, costOf }: MetaContext): ActiveAnswer {
  const entries = activation.loaded.flatMap(({ name }) => view.snapshot.get(name) ?? []);
  const loaded = entries
    .filter((entry) => view.ask(entry).find)
    .map((entry) => ({ entry, tokens: costOf(entry) }));
  return { operation: "active", loaded };
}
