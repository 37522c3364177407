import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { cut } from "../internal/cut.ts";

/** About 250 tokens a text, and at most so many texts a tool. */
const MAX_TEXT = 1_000;
const MAX_TEXTS = 8;

/** What a tool has to say on its use beside its description: its snippet and its guidelines. */
export function guidanceOf({ tool: { promptSnippet, guidelines = [] } }: CatalogEntry): string[] {
  const texts = [...(promptSnippet === undefined ? [] : [promptSnippet]), ...guidelines];
  return texts.slice(0, MAX_TEXTS).map((text) => cut(text, MAX_TEXT));
}
