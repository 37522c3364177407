import type { Message, ToolCall, UserMessage } from "../activation/message.ts";
import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import type { ContentBlock } from "../tool/content.ts";
import type { ReadMessages } from "./transcript.ts";

/** An object out of a recording: nothing of it has been checked. */
export type Part = Readonly<Record<string, unknown>>;

/** What a result is written from. */
export interface ResultParts {
  readonly callId: unknown;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

/** Writes the entries of one recording as messages; a reader says what each entry is. */
export function writeTranscript(
  entries: readonly unknown[],
  read: (entry: Part, writer: TranscriptWriter) => void,
  end: (writer: TranscriptWriter) => void = () => {},
): ReadMessages {
  const writer = new TranscriptWriter();
  for (const [at, entry] of entries.entries()) {
    writer.at = at;
    read(isRecord(entry) ? entry : writer.fail("it is not an object"), writer);
  }
  end(writer);
  return writer.finish();
}

/** The messages of a recording so far, and the names of the calls that results answer. */
export class TranscriptWriter {
  /** The entry that is being read. */
  at = 0;
  readonly #messages: Message[] = [];
  readonly #origins: number[] = [];
  readonly #names = new Map<string, string>();
  readonly #skipped = new Map<string, number>();

  add(message: Message, origin: number = this.at): void {
    this.#messages.push(message);
    this.#origins.push(origin);
  }

  /** What a user said, unless it is nothing. */
  addUser(text: string, attachments: readonly ContentBlock[] = []): void {
    if (text === "" && attachments.length === 0) return;
    const said: UserMessage = { role: "user", text };
    this.add(attachments.length === 0 ? said : { ...said, attachments });
  }

  /** A step's reply, unless nothing of it could be read. */
  addReply(text: string, calls: readonly ToolCall[], origin: number = this.at): void {
    if (text === "" && calls.length === 0) return;
    this.add({ role: "assistant", ...(text === "" ? {} : { text }), calls }, origin);
  }

  /** A result, under the name that was called; one whose call was not recorded has none, and is passed over. */
  addResult({ callId, content, structuredContent, isError }: ResultParts): void {
    const name = typeof callId === "string" ? this.#names.get(callId) : undefined;
    if (typeof callId !== "string" || name === undefined) {
      this.skip("result without a call");
      return;
    }
    this.add({
      role: "tool",
      callId,
      name,
      content,
      ...defined({ structuredContent }),
      ...(isError ? { isError } : {}),
    });
  }

  /** A call. Some recorders leave ids out: the place then tells calls apart. */
  toCall(id: unknown, name: unknown, sent: unknown, place: string): ToolCall {
    if (typeof name !== "string" || name === "") this.fail(`its ${place} is a call without a name`);
    const known = typeof id === "string" && id !== "" ? id : `${this.at}/${place}`;
    this.#names.set(known, name);
    return { id: known, name, arguments: sent };
  }

  /** Counts what has no place in a history. */
  skip(type: unknown): void {
    const key = typeof type === "string" ? type : "part without a type";
    this.#skipped.set(key, (this.#skipped.get(key) ?? 0) + 1);
  }

  /** An entry of no role that a reader knows: logs have lines of their own kinds between messages. */
  refuse({ role, type }: Part): void {
    if (role !== undefined) {
      this.fail(`its role is ${typeof role === "string" ? JSON.stringify(role) : `a ${typeof role}`}`);
    }
    if (typeof type !== "string") this.fail("it has no role");
    this.skip(type);
  }

  fail(reason: string): never {
    throw transcriptError(this.at, reason);
  }

  finish(): ReadMessages {
    return {
      messages: this.#messages,
      origins: this.#origins,
      skipped: Object.fromEntries(this.#skipped),
    };
  }
}

/** What to throw at an entry of a recording that cannot be read. */
export function transcriptError(index: number, reason: string): PlimsollError<"HISTORY_INVALID"> {
  return new PlimsollError("HISTORY_INVALID", `Entry ${index} of the transcript cannot be read: ${reason}.`, {
    index,
    reason,
  });
}
