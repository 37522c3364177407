import type { NextCalls } from "../../call/next-calls.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { canonicalJson } from "../../internal/canonical-json.ts";
import type { LoadAnswer, Refusal } from "../../meta/meta-answer.ts";
import { exposureOf, type MetaContext } from "../../meta/meta-context.ts";
import { guidanceOf } from "../../surface/guidance.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderDefinition, toData } from "../plimsoll/render-describe.ts";
import { renderRefusal, toRefusalData } from "../plimsoll/render-refusals.ts";

const UNKNOWN_ARGUMENTS = "{…}";

/**
 * All there is to know of the tool that was asked about, and when to call it. Models ask twice: what is loaded already
 * is told again, whole.
 */
export function renderInfo(
  { loaded, already, refused }: LoadAnswer,
  next: NextCalls,
  context: MetaContext,
): ToolResult {
  const [entry] = [...loaded, ...already];
  if (entry === undefined) return refuse(refused, next, context);
  const isHead = exposureOf(entry, context) === "head";
  const isOther = isListedOtherwise(entry, context);
  const parts = [
    `${standingOf(entry, loaded.includes(entry), isHead)} ${next.call(entry.wireName, UNKNOWN_ARGUMENTS)}`,
    ...(isOther ? ["Your list of tools shows an older definition of it. This one holds:"] : []),
    ...(isHead && !isOther ? [] : [[renderDefinition(entry), ...guidanceOf(entry)].join("\n")]),
  ];
  return {
    content: [{ type: "text", text: parts.join("\n\n") }],
    structuredContent: { ...toData(entry), state: isHead ? "head" : "loaded" },
  };
}

function standingOf({ wireName }: CatalogEntry, isNew: boolean, isHead: boolean): string {
  if (isHead) return `${wireName} is in your list of tools already, and needs no loading. Call it:`;
  return isNew
    ? `${wireName} is loaded. Call it from the next step on:`
    : `${wireName} is loaded already. Call it:`;
}

/** Bytes that were sent stay, so a tool that changed since is shown in the array as it was. */
function isListedOtherwise(
  { wireName, definition }: CatalogEntry,
  { activation: { opening, appended } }: MetaContext,
): boolean {
  const listed = [...(opening?.tools ?? []), ...appended].find(({ name }) => name === wireName);
  return listed !== undefined && canonicalJson(listed) !== canonicalJson(definition);
}

function refuse(refused: readonly Refusal[], next: NextCalls, context: MetaContext): ToolResult {
  const lines = refused.flatMap((refusal) => [
    renderRefusal(refusal),
    ...refusal.nearest.slice(0, 1).map((entry) => `Next: ${nextFor(entry, next, context)}`),
  ]);
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    structuredContent: { refused: refused.map(toRefusalData) },
    isError: true,
  };
}

function nextFor(entry: CatalogEntry, { load, call }: NextCalls, context: MetaContext): string {
  const isDeferred = exposureOf(entry, context) === "deferred";
  return isDeferred && load !== undefined ? load(entry.wireName) : call(entry.wireName, UNKNOWN_ARGUMENTS);
}
