import type { Message } from "../../activation/message.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { JsonObject, SdkMessage, SdkPart } from "./sdk-types.ts";

/** Our key in a part's own metadata. Providers look for theirs, and send nothing of it. */
export const KEY = "plimsoll";

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
export function ownOf({
  providerOptions,
}: {
  readonly providerOptions?: unknown;
}): Record<string, unknown> | undefined {
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

/** Parts of an answer that come whole. */
const WHOLE = /^(text|reasoning|tool-call)$/;
/** What begins one in a stream, and what makes sure that a history keeps it, if it is not empty. */
const STARTS = /^(text|reasoning|tool-input)-start$/;
const WORDS = /^(text|reasoning)-delta$/;

/**
 * Writes what stands before a reply on its pieces, as they come, in the metadata that a history keeps of them: on every
 * piece that begins a part, until one is sure to be kept.
 */
export function toStamp(before: readonly Message[]): <Part extends Piece>(part: Part) => Part {
  let isDone = before.length === 0;
  let open: unknown;
  return (part) => {
    const { type, id, text, delta, providerMetadata } = part;
    // An empty text falls out of a history.
    const isKept = WHOLE.test(type) && !(type === "text" && text === "");
    const starts = !isDone && (isKept || STARTS.test(type));
    if (starts) open = id;
    // Metadata that comes later of the same part would take it away.
    const replaces = open !== undefined && id === open && providerMetadata !== undefined;
    isDone ||= isKept || (WORDS.test(type) && delta !== "");
    if (!starts && !replaces) return part;
    return { ...part, providerMetadata: { ...providerMetadata, [KEY]: toJson({ before }) } };
  };
}
