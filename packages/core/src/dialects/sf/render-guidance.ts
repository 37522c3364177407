import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";
import type { MetaContext } from "../../meta/meta-context.ts";
import { renderDefinition } from "../plimsoll/render-describe.ts";

/** About 250 tokens a tool. */
const MAX_GUIDANCE = 1_000;

/**
 * How to use what was just loaded: the prompt snippet and the guidelines of lazy tools, told here and nowhere before.
 * Where the array does not grow, the whole definitions come too, because nothing else will carry them.
 */
export function renderGuidance(loaded: readonly CatalogEntry[], { activation }: MetaContext): string {
  const strategy = activation.opening?.strategy ?? "bridge";
  return loaded
    .map((entry) => {
      const guidance = guidanceOf(entry);
      if (strategy === "bridge") return [renderDefinition(entry), guidance].filter(isText).join("\n");
      return guidance === "" ? "" : `${entry.wireName}: ${guidance}`;
    })
    .filter(isText)
    .join("\n\n");
}

function guidanceOf({ tool: { promptSnippet = "", guidelines = [] } }: CatalogEntry): string {
  return cut([promptSnippet, ...guidelines].filter(isText).join("\n"), MAX_GUIDANCE);
}

function isText(text: string): boolean {
  return text !== "";
}
