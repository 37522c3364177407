import type { CatalogEntry, Runtime, ToolCall } from "@plimsoll/core";
import type { ExtraStep } from "./strategy-plan.ts";

/** What a model would ask to reach deferred tools. */
export interface ReplyMaker {
  replyFor(kind: ExtraStep, entries: readonly CatalogEntry[]): Promise<ExtraReply>;
}

/** One reply of an extra step. */
export interface ExtraReply {
  readonly calls: readonly ToolCall[];
  /** What is left for a further reply, because a meta-tool takes only so many names at once. */
  readonly rest: readonly CatalogEntry[];
}

const MAX_QUERIES = 8;
const MAX_DESCRIBED = 10;
const MAX_LOADED = 20;
/** As many matches as `tool_find` gives where nobody asks for more. */
const MATCHES = 5;

/** Makes a maker. A search is for the words of the tool's own name, if these find it; else for the name itself. */
export function createReplyMaker(runtime: Runtime, model: string): ReplyMaker {
  let count = 0;
  const toCall = (name: string, sent: unknown): ToolCall => ({
    id: `simulated-${++count}`,
    name,
    arguments: sent,
  });
  const toNames = (name: string, entries: readonly CatalogEntry[], most: number): ExtraReply => ({
    calls: [toCall(name, { names: entries.slice(0, most).map(({ wireName }) => wireName) })],
    rest: entries.slice(most),
  });
  const toQuery = async ({ name: wanted, wireName }: CatalogEntry): Promise<string> => {
    const words = toWords(wanted);
    const { matches } = await runtime.find(words, { limit: MATCHES, model });
    return matches.some(({ name }) => name === wanted) ? words : wireName;
  };
  return {
    async replyFor(kind, entries) {
      if (kind === "describe") return toNames("tool_describe", entries, MAX_DESCRIBED);
      if (kind === "load") return toNames("tool_load", entries, MAX_LOADED);
      const queries = await Promise.all(entries.map(toQuery));
      // Searches stand side by side in one reply, however many they are.
      const calls = inParts(queries, MAX_QUERIES).map((some) =>
        toCall("tool_find", some.length === 1 ? { query: some[0] } : { queries: some }),
      );
      return { calls, rest: [] };
    },
  };
}

/** The words of a tool's name, without its source: `github/create_issue` is searched for as `create issue`. */
function toWords(name: string): string {
  return name
    .slice(name.indexOf("/") + 1)
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function inParts<Item>(items: readonly Item[], most: number): Item[][] {
  const parts = Math.ceil(items.length / most);
  return Array.from({ length: parts }, (_, at) => items.slice(at * most, (at + 1) * most));
}
