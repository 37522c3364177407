import type { Message } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { JsonObject, SdkMessage, SdkPart } from "./sdk-types.ts";

/** Our key in a part's own metadata. Providers look for theirs, and send nothing of it. */
export const KEY = "plimsoll";

/** What a reply carries of the step that asked for it, in the metadata of its first part. */
export interface Stamp {
  /** The entries that stand before the reply: records, reminders, news, tools added. */
  readonly before: readonly Message[];
}

/** What stands before a reply; nothing, of most replies. */
export function beforeOf({ role, content }: SdkMessage): readonly Message[] {
  if (role !== "assistant" || typeof content === "string") return [];
  for (const part of content) {
    const before = ownOf(part)?.["before"];
    if (Array.isArray(before)) return before as readonly Message[];
  }
  return [];
}

/** What is kept under our key of a part, a message or an output. */
export function ownOf(holder: Pick<SdkPart, "providerOptions">): Record<string, unknown> | undefined {
  const { providerOptions } = holder;
  const own = isRecord(providerOptions) ? providerOptions[KEY] : undefined;
  return isRecord(own) ? own : undefined;
}

/** The same without what is ours: nothing of it leaves for a provider. */
export function withoutOwn<Holder extends Pick<SdkPart, "providerOptions">>(holder: Holder): Holder {
  const { providerOptions } = holder;
  if (!isRecord(providerOptions) || !(KEY in providerOptions)) return holder;
  const { [KEY]: _own, ...others } = providerOptions;
  const { providerOptions: _all, ...rest } = holder;
  // What is left has every field of a holder, all of which are optional here.
  return (Object.keys(others).length === 0 ? rest : { ...rest, providerOptions: others }) as Holder;
}

/** JSON and nothing else: a value that is not given is not there. */
export function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** A piece of a model's answer, as it comes whole or in a stream. */
interface Piece {
  readonly type: string;
  readonly id?: unknown;
  readonly text?: unknown;
  readonly delta?: unknown;
  readonly providerMetadata?: object | undefined;
}

/** Writes a stamp on the first part of an answer that a history keeps. */
export function stampContent<Part extends Piece>(content: readonly Part[], stamp: Stamp): Part[] {
  const at = stamp.before.length === 0 ? -1 : content.findIndex(isKept);
  return content.map((part, index) => (index === at ? withStamp(part, toJson(stamp)) : part));
}

/** What begins a part of an answer, and what comes whole. */
const STARTS = /^(text|reasoning|tool-input)-start$|^tool-call$/;
/** What makes sure that a history keeps the part, if it is not empty. */
const WORDS = /^(text|reasoning)-delta$/;

/** The same as it streams: every part that begins carries it, until one is sure to be kept. */
export function stampStream<Part extends Piece>(stamp: Stamp): TransformStream<Part, Part> {
  const written = toJson(stamp);
  let isDone = stamp.before.length === 0;
  let open: unknown;
  return new TransformStream({
    transform(part, controller) {
      const { type, id, delta } = part;
      const starts = !isDone && STARTS.test(type);
      if (starts) open = id;
      // Metadata that comes later of the same part would take it away.
      const replaces = open !== undefined && id === open && part.providerMetadata !== undefined;
      isDone ||= type === "tool-call" || (WORDS.test(type) && delta !== "");
      controller.enqueue(starts || replaces ? withStamp(part, written) : part);
    },
  });
}

/** An empty text falls out of a history. */
function isKept({ type, text }: Piece): boolean {
  return type === "tool-call" || type === "reasoning" || (type === "text" && text !== "");
}

function withStamp<Part extends Piece>(part: Part, stamp: JsonObject): Part {
  return { ...part, providerMetadata: { ...part.providerMetadata, [KEY]: stamp } };
}
