import { toSourceId, toToolName, toWireName } from "@plimsoll/core";
import { type SearchDocument, toSearchDocument } from "@plimsoll/core/search";
import type { LabelledRow } from "../datasets.ts";
import { toParameterText } from "./parameter-text.ts";
import { splitIdentifiers } from "./split-identifiers.ts";

/** A tool in the forms the engines read, made before any clock runs. */
export interface SearchTool {
  readonly id: string;
  /** What other engines are given: identifiers are followed by their words, because not every engine splits them. */
  readonly text: ToolText;
  /** The same with identifiers as they are, for the engine that is at times better off with those. */
  readonly whole: ToolText;
  /** What Plimsoll is given: the same words, under the name the tool has in a catalog. */
  readonly document: SearchDocument;
}

/** A tool as four texts. */
export type ToolText = Readonly<Record<ToolField, string>> & { readonly id: string };

/** The fields that engines with fields are told of. */
export type ToolField = (typeof TOOL_FIELDS)[number];

export const TOOL_FIELDS = ["name", "description", "parameters", "server"] as const;

/** Makes the forms of one row; `set` names the source of rows without a server, as a catalog file would. */
export function toSearchTool(row: LabelledRow, set: string): SearchTool {
  const { id, name, title, description = "", server, inputSchema = { type: "object" } } = row;
  const source = toSourceId(server ?? set);
  const canonical = toToolName(source, server === undefined ? "manifest" : "mcp", name);
  const document = toSearchDocument(
    { description, inputSchema, ...(title === undefined ? {} : { title }) },
    {
      name: canonical,
      wireName: toWireName(canonical),
      source,
      sourceTitle: server,
      domain: source,
      risk: "write",
    },
  );
  const whole: ToolText = {
    id,
    name,
    description: title === undefined ? description : `${title}. ${description}`,
    parameters: toParameterText(inputSchema, (parameter) => parameter),
    server: server ?? "",
  };
  const text: ToolText = {
    ...whole,
    name: splitIdentifiers(name),
    parameters: toParameterText(inputSchema, splitIdentifiers),
    server: splitIdentifiers(whole.server),
  };
  return { id, text, whole, document };
}
