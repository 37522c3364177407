import type { Activation } from "../activation/activation.ts";
import type { CardMark, OpeningRecord } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { compareText } from "../internal/compare.ts";
import { toWireName } from "../tool/wire-name.ts";
import type { PermittedView } from "./permitted-view.ts";
import type { Preview } from "./preview.ts";

/** What a model is told of deferred tools that came or went. */
export interface CardNews {
  /** To be loaded before they are called: as much of them as there is room for. */
  readonly added: Preview;
  /** Loaded before they went, and callable again as they are. */
  readonly restored: readonly CatalogEntry[];
  /** The wire names of those that are gone: denied, or not in the catalog any more. */
  readonly removed: readonly string[];
}

/** What a conversation has not been told of its deferred tools, before it is known how much of it there is room for. */
export interface CardChanges extends Omit<CardNews, "added"> {
  readonly added: readonly CatalogEntry[];
  /** To be kept with the announcement, so that it is made once. */
  readonly marks: readonly CardMark[];
}

/**
 * Compares the deferred tools that a conversation was told of with those there are. A load is told by its own result,
 * so a tool that is loaded counts as told of.
 */
export function planCardNews(activation: Activation, view: PermittedView): CardChanges | undefined {
  const { opening, loaded } = activation;
  if (opening?.cards === undefined) return undefined;
  const told = new Map<string, boolean>(loaded.map(({ name }) => [name, true]));
  for (const name of opening.cards) told.set(name, true);
  for (const { name, isThere } of activation.cards) told.set(name, isThere);

  const now = deferredIn(view, opening);
  const names = new Set<string>(now.map(({ name }) => name));
  const fresh = now.filter(({ name }) => told.get(name) !== true);
  const gone = [...told].flatMap(([name, isThere]) => (isThere && !names.has(name) ? [name] : []));
  if (fresh.length === 0 && gone.length === 0) return undefined;
  const callable = loadedNames(activation);
  return {
    added: fresh.filter(({ name }) => !callable.has(name)),
    restored: fresh.filter(({ name }) => callable.has(name)),
    removed: gone.map(toWireName).sort(compareText),
    marks: [
      ...fresh.map(({ name }) => ({ name, isThere: true })),
      ...gone.sort(compareText).map((name) => ({ name, isThere: false })),
    ],
  };
}

/** The tools that may be seen now and are not in the head, loaded or not. */
export function deferredIn(view: PermittedView, opening: OpeningRecord): CatalogEntry[] {
  const head = new Set(opening.tools.map(({ name }) => name));
  return view.snapshot.entries().filter((entry) => !head.has(entry.wireName) && view.ask(entry).see);
}

/** What is loaded, and has the schema that it was loaded with. */
export function loadedNames({ loaded }: Activation): ReadonlySet<string> {
  return new Set(loaded.flatMap(({ name, standing }) => (standing === "current" ? name : [])));
}
