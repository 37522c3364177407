import type { NextCalls } from "../../call/next-calls.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import type { FindAnswer, FoundGroup, FoundTool } from "../../meta/meta-answer.ts";
import type { MetaContext } from "../../meta/meta-context.ts";

/** What the words are chosen by beside the answer. */
export interface NextOptions {
  /** Found, and left out of the matches for length. */
  readonly left: readonly FoundTool[];
  readonly next: NextCalls;
  readonly context: MetaContext;
}

/** What the model can do now: call what was loaded, call what was there before, or search on. */
export function renderNext(answer: FindAnswer, { left, next, context }: NextOptions): string {
  const { groups, matches, load } = answer;
  const there = [...new Set([...(load?.already ?? []), ...groups.flatMap((group) => group.there)])];
  return [
    ...(matches.length + there.length === 0 ? groups.flatMap(renderNoMatch) : []),
    ...renderRetired(answer, context),
    ...renderCallable("Loaded", load?.loaded ?? [], "From the next step on, call", next),
    ...renderCallable("There already", there, "Call", next),
    ...say(entriesOf(left), (names) => `Left out of the matches for length: ${names}.`),
    ...say(load?.omitted ?? [], (names) => `Not loaded, for length, search for each by its name: ${names}.`),
    ...(groups.some(({ askedBefore }) => askedBefore > 0) ? [ASKED_BEFORE] : []),
  ].join(" ");
}

const ASKED_BEFORE =
  "You have searched for this before in this turn: use what is there, search with other words, or tell the user that no tool fits.";

/** Some names, and the call of the first of them. */
function renderCallable(
  what: string,
  entries: readonly CatalogEntry[],
  when: string,
  { call }: NextCalls,
): string[] {
  const [first] = entries;
  if (first === undefined) return [];
  return [`${what}: ${namesOf(entries)}. ${when} ${call(first.wireName, "{…}")}.`];
}

/** A retired name is told as such only where it is the whole query. */
function renderRetired({ groups }: FindAnswer, { view }: MetaContext): string[] {
  return groups.flatMap(({ query, matches }) => {
    const twin = matches.find(({ retiredName }) => retiredName !== undefined);
    if (twin !== undefined) return [`${twin.retiredName} is an old name: use ${twin.entry.wireName}.`];
    const gone = view.snapshot.resolve(query.trim(), (entry) => view.ask(entry).find);
    if (gone.type !== "removed" || gone.replacement === undefined) return [];
    return [`${gone.name} was removed: use ${gone.replacement}.`];
  });
}

/** Search that finds nothing says so, with where to look. */
function renderNoMatch({ nearest, suggestions }: FoundGroup): string[] {
  const domains = nearest.map(({ domain }) => domain).join(", ");
  return [
    "No tool matches.",
    ...say(suggestions, (names) => `Did you mean: ${names}?`),
    ...(domains === "" ? [] : [`Tools exist in: ${domains}.`]),
    'Try other words; domain "mcp" also looks at servers that are not connected yet.',
  ];
}

function say(entries: readonly CatalogEntry[], words: (names: string) => string): string[] {
  return entries.length === 0 ? [] : [words(namesOf(entries))];
}

function namesOf(entries: readonly CatalogEntry[]): string {
  return entries.map(({ wireName }) => wireName).join(", ");
}

function entriesOf(found: readonly FoundTool[]): CatalogEntry[] {
  return found.map(({ entry }) => entry);
}
