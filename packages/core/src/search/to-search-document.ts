import type { Risk, Tool } from "../tool/tool.ts";
import { toParameterText } from "./parameter-text.ts";
import type { SearchDocument } from "./search-index.ts";

/** What the index must know of a tool beside the tool itself. */
export interface ToolPlace {
  /** The canonical name. */
  readonly name: string;
  readonly wireName: string;
  readonly source: string;
  readonly domain: string;
  readonly risk: Risk;
  /** Superseded names of this tool. */
  readonly retiredNames?: readonly string[];
}

/** A tool as the index reads it. */
export function toSearchDocument(tool: Omit<Tool, "name" | "execution">, place: ToolPlace): SearchDocument {
  const { name, wireName, source, domain, risk, retiredNames = [] } = place;
  return {
    name,
    wireName,
    aliases: tool.aliases ?? [],
    retiredNames,
    title: tool.title ?? "",
    keywords: tool.keywords ?? [],
    searchHint: tool.searchHint ?? "",
    promptSnippet: tool.promptSnippet ?? "",
    description: tool.description,
    parameters: toParameterText(tool.inputSchema),
    source,
    domain,
    risk,
  };
}
