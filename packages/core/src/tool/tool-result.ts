import { cut } from "../internal/cut.ts";
import { isRecord } from "../internal/is-record.ts";
import { messageOf } from "../internal/message-of.ts";
import type { ContentBlock } from "./content.ts";
import { countCharacters, cutTexts } from "./cut-texts.ts";
import { whyBlockWrong } from "./inspect-block.ts";
import { type JsonMeasure, measureJson, showErrors } from "./measure-json.ts";

/** What a tool gives back, whole: blocks for the model, data for programs. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** The same as data; checked against the tool's output schema where it has one. */
  readonly structuredContent?: unknown;
  /** The tool ran and reports a failure of its own, in its own words. */
  readonly isError?: boolean | undefined;
  /** For the host and the client, never shown to the model. */
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What became of a handler's return value. */
export type ReadResult =
  | {
      readonly type: "ok";
      readonly result: ToolResult;
      /** The text was longer than is kept: so many characters of it are here, the rest is gone. */
      readonly cutAt?: number;
    }
  /** It cannot be kept or shown; `reason` is for the developer of the tool. */
  | { readonly type: "unusable"; readonly reason: string };

/** How much of a handler's return value is kept. */
export interface ReadResultOptions {
  /** Characters of text, and as many of everything else. */
  readonly maxCharacters?: number;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_CAUSE = 300;

/**
 * Gives a handler's return value the shape of a result: a result stands as it is, a text becomes a text
 * block, nothing becomes no block, any other value becomes structured content and the same as JSON text.
 * A text that is too long is cut; anything else that cannot be kept whole is unusable. Never throws.
 */
export function readResult(value: unknown, options: ReadResultOptions = {}): ReadResult {
  const { maxCharacters = MAX_CHARACTERS } = options;
  if (value === undefined || value === null) return { type: "ok", result: { content: [] } };
  if (typeof value === "string") return keep({ content: [{ type: "text", text: value }] }, maxCharacters);
  try {
    return claimsToBeResult(value) ? readClaimed(value, maxCharacters) : readData(value, maxCharacters);
  } catch (cause) {
    return unusable(`Its result throws when it is read: ${cut(messageOf(cause), MAX_CAUSE)}`);
  }
}

function keep(result: ToolResult, maxCharacters: number): ReadResult {
  if (countCharacters(result.content) <= maxCharacters) return { type: "ok", result };
  const { content, cutAt } = cutTexts(result.content, maxCharacters);
  return { type: "ok", result: { ...result, content }, cutAt };
}

function readData(value: unknown, maxCharacters: number): ReadResult {
  const measure = measureJson(value, { maxCharacters });
  if (measure.type !== "json") return refuse(measure, maxCharacters);
  const text = measure.hasErrors ? JSON.stringify(value, showErrors) : JSON.stringify(value);
  if (text === undefined) return { type: "ok", result: { content: [] } };
  // The walk does not count what JSON escapes, nor the digits of numbers.
  if (text.length > maxCharacters) return refuse({ type: "too-large" }, maxCharacters);
  // Where JSON converts or leaves out, the data is read back from it: text, data and schema then agree.
  const structuredContent: unknown = measure.isPlain ? value : JSON.parse(text);
  return { type: "ok", result: { content: [{ type: "text", text }], structuredContent } };
}

function readClaimed(value: ToolResult, maxCharacters: number): ReadResult {
  const wrong = findWrongBlock(value);
  if (wrong !== undefined) return unusable(`Its result has a wrong block: ${wrong}`);
  const kept = keep(value, maxCharacters);
  if (kept.type === "unusable") return kept;
  let room = maxCharacters + countCharacters(kept.result.content);
  let { result } = kept;
  for (const [field, part] of Object.entries(kept.result)) {
    if (part === undefined) continue;
    const measure = measureJson(part, { maxCharacters: room, place: `/${field}` });
    if (measure.type !== "json") return refuse(measure, maxCharacters);
    room -= measure.characters;
    if (field !== "structuredContent" || measure.isPlain) continue;
    const text = JSON.stringify(part, measure.hasErrors ? showErrors : undefined);
    result = { ...result, structuredContent: text === undefined ? undefined : JSON.parse(text) };
  }
  return { ...kept, result };
}

function findWrongBlock({ content }: ToolResult): string | undefined {
  for (const [at, block] of content.entries()) {
    const wrong = whyBlockWrong(block, `/content/${at}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function refuse(measure: Exclude<JsonMeasure, { type: "json" }>, maxCharacters: number): ReadResult {
  if (measure.type === "not-json") return unusable(`Its result is not JSON: ${measure.why}`);
  const most = maxCharacters.toLocaleString("en");
  return unusable(`Its result is larger than ${most} characters of JSON. Return less, or a plain text.`);
}

function unusable(reason: string): ReadResult {
  return { type: "unusable", reason };
}

function claimsToBeResult(value: unknown): value is ToolResult {
  if (!isRecord(value)) return false;
  const { content } = value;
  if (!Array.isArray(content)) return false;
  // A loop, because `every` passes over the holes of a list.
  for (const block of content) if (!isRecord(block) || typeof block["type"] !== "string") return false;
  return true;
}
