import type { SourceNews } from "../surface/news.ts";

const MAX_NAMED = 10;

/** Which servers came, went or changed, in one line each kind, and what to find their tools with. */
export function renderNews({ added, changed, removed }: SourceNews, search: string | undefined): string {
  const find = search === undefined ? "" : ` Find them with ${search}.`;
  return [
    ...say(
      "Tools of these servers are available now",
      added.map(({ id, tools }) => `${id} (${tools})`),
      find,
    ),
    ...say(
      "The tools of these servers have changed",
      changed.map(({ id }) => id),
      find,
    ),
    ...say("These servers are gone, and their tools with them", removed, ""),
  ].join("\n");
}

function say(what: string, names: readonly string[], then: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return [`${what}: ${names.slice(0, MAX_NAMED).join(", ")}${more}.${then}`];
}
