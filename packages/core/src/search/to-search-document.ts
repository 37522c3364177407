import type { Risk, Tool } from "../tool/tool.ts";
import { readParameters } from "./parameter-text.ts";
import type { FindableState, SearchDocument } from "./search-index.ts";

/** What the index must know of a tool beside the tool itself. */
export interface ToolPlace {
  /** The canonical name. */
  readonly name: string;
  readonly wireName: string;
  readonly source: string;
  /** What the source is called by people. */
  readonly sourceTitle?: string | undefined;
  readonly domain: string;
  readonly risk: Risk;
  readonly state?: FindableState;
  /** Superseded names of this tool. */
  readonly retiredNames?: readonly string[];
}

/** A tool as the index reads it. */
export function toSearchDocument(tool: Omit<Tool, "name" | "execution">, place: ToolPlace): SearchDocument {
  const {
    name,
    wireName,
    source,
    sourceTitle = source,
    domain,
    risk,
    state = "active",
    retiredNames = [],
  } = place;
  const parameters = readParameters(tool.inputSchema);
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
    parameterNames: parameters.names,
    parameterDescriptions: parameters.descriptions,
    source,
    sourceTitle,
    domain,
    risk,
    state,
  };
}
