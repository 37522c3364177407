import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import type { Execution, Risk, Tool, ToolAnnotations } from "../../tool/tool.ts";
import { allowedValues } from "./allowed-values.ts";
import type { McpTool } from "./mcp-client.ts";

/**
 * Makes a tool of what an MCP server lists. Its hints count as its risk; without hints it is unverified.
 *
 * What a server lists is not what its type says: a part of the wrong kind is left out here, and a tool that
 * cannot do without it is set aside by the catalog, alone.
 */
export function fromMcpTool(listed: McpTool, execution: Execution): Tool {
  const { name, description, inputSchema, outputSchema, annotations, _meta, ...rest }: Partial<McpTool> =
    isRecord(listed) ? listed : {};
  const hints = isRecord(annotations) ? (annotations as ToolAnnotations) : undefined;
  const title = [rest.title, hints?.title].find(isText);
  const risk = toRisk(hints);
  return {
    name: name as string,
    description: description ?? title ?? "",
    inputSchema: inputSchema as JsonSchema,
    execution,
    ...(title === undefined ? {} : { title }),
    ...(isRecord(outputSchema) ? { outputSchema } : {}),
    ...(hints === undefined ? {} : { annotations: hints }),
    ...(risk === undefined ? {} : { risk }),
    ...(typeof hints?.openWorldHint === "boolean" ? { external: hints.openWorldHint } : {}),
    // A list is joined by its texts alone: what is no text may not be able to become one.
    ...toSearchWords(inputSchema, [name, title, description].filter(isText).join(" ")),
    ...toWishes(_meta),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** By the specification a tool that writes is destructive unless it says that it is not. */
function toRisk({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): Risk | undefined {
  if (readOnlyHint === true) return "read";
  if (readOnlyHint === undefined && destructiveHint === undefined) return undefined;
  return destructiveHint === false ? "write" : "destructive";
}

/** Name, title, description, parameters and server are in the index by themselves; the values they allow are not. */
function toSearchWords(inputSchema: unknown, said: string): Pick<Tool, "keywords"> {
  const values = allowedValues(inputSchema, said);
  return values.length === 0 ? {} : { keywords: values };
}

/** What a server asks of clients that defer its tools. */
function toWishes(meta: unknown): Pick<Tool, "lazy" | "searchHint"> {
  if (!isRecord(meta)) return {};
  const hint = meta["anthropic/searchHint"];
  return {
    ...(meta["anthropic/alwaysLoad"] === true ? { lazy: false } : {}),
    ...(typeof hint === "string" ? { searchHint: hint } : {}),
  };
}
