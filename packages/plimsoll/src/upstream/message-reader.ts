import { INTERNAL_ERROR, type JSONRPCMessage, parseJSONRPCMessage } from "@modelcontextprotocol/client";
import { isRecord } from "../internal/is-record.ts";

// The SDK's own bound of 10 MB is less than what a server with a few thousand tools lists.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);
const MAX_QUOTED = 100;

/** A line of what a server writes: a message, or anything else, which servers print too. */
export type ReadLine = JSONRPCMessage | undefined;

/** Cuts what a server writes into lines, one message each. A line without an end is not waited for beyond a bound. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #size = 0;

  /** The lines that a piece completes, as they are asked for. Throws where a line is longer than a message may be. */
  *read(piece: Buffer): Generator<ReadLine> {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      const line = this.#complete(piece.subarray(from, end));
      from = end + 1;
      if (line.length > 0) yield* toMessages(line);
    }
    this.#keep(piece.subarray(from));
  }

  #complete(rest: Buffer): Buffer {
    const line = this.#pieces.length === 0 ? rest : Buffer.concat([...this.#pieces, rest]);
    this.#pieces = [];
    this.#size = 0;
    return line;
  }

  #keep(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#size += rest.length;
    if (this.#size > MAX_MESSAGE_BYTES) {
      this.#pieces = [];
      throw new Error(`it sent a message of more than ${MAX_MESSAGE_BYTES / 1024 / 1024} MB.`);
    }
    this.#pieces.push(rest);
  }
}

/** A line is a message, or a batch of them, which one older revision had; or neither, which counts as one line. */
function toMessages(line: Buffer): readonly ReadLine[] {
  // Most of what is no message is told by its first character.
  const first = line.find((byte) => !BLANKS.has(byte));
  if (first !== BRACE && first !== BRACKET) return [undefined];
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return Array.isArray(value) && value.length > 0 ? value.map(toMessage) : [toMessage(value)];
  } catch {
    return [undefined];
  }
}

function toMessage(value: unknown): ReadLine {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return toMalformedAnswer(value);
  }
}

/** An answer that cannot be read is an answer all the same: whoever waits for it is told, instead of waiting on. */
function toMalformedAnswer(value: unknown): ReadLine {
  if (!isRecord(value) || "method" in value || !("result" in value || "error" in value)) return undefined;
  const { id } = value;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const text = JSON.stringify(value).slice(0, MAX_QUOTED);
  const message = `The server sent an answer that is none of the protocol: ${text}`;
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}
