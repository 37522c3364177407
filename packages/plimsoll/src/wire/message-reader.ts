import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { type RefusedRequest, readDeepMessage } from "./deep-message.ts";
import { isTextTooDeep } from "./nesting.ts";
import { readMessage } from "./read-message.ts";

// The SDK's own bound of 10 MB is less than what a server with a few thousand tools lists.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);

/** A line of what the other side writes: a message, a request to be refused, or anything else, which servers print too. */
export type ReadLine = JSONRPCMessage | RefusedRequest | undefined;

/** Cuts what comes over a pipe into lines, one message each. A line without an end is not waited for beyond a bound. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #size = 0;

  /** Hands over the lines that a piece completes. Throws where a line is longer than a message may be. */
  read(piece: Buffer, hear: (line: ReadLine) => void): void {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      const line = this.#complete(piece, from, end);
      from = end + 1;
      if (line.length > 0) hearLine(line, hear);
    }
    if (from < piece.length) this.#keep(piece.subarray(from));
  }

  #complete(piece: Buffer, from: number, end: number): Buffer {
    const rest = piece.subarray(from, end);
    if (this.#pieces.length === 0) return rest;
    const line = Buffer.concat([...this.#pieces, rest]);
    this.#pieces = [];
    this.#size = 0;
    return line;
  }

  #keep(rest: Buffer): void {
    this.#size += rest.length;
    if (this.#size > MAX_MESSAGE_BYTES) {
      this.#pieces = [];
      throw new Error(`it sent a message of more than ${MAX_MESSAGE_BYTES / 1024 / 1024} MB.`);
    }
    this.#pieces.push(rest);
  }
}

/** A line is a message, or a batch of them, which one older revision had; or neither, which counts as one line. */
function hearLine(line: Buffer, hear: (line: ReadLine) => void): void {
  // Most of what is no message is told by its first character.
  const first = firstOf(line);
  const text = first === BRACE || first === BRACKET ? line.toString("utf8") : "";
  if (isTextTooDeep(text)) {
    hear(readDeepMessage(text));
    return;
  }
  const value = parse(text);
  if (Array.isArray(value) && value.length > 0) for (const one of value) hear(readMessage(one));
  else hear(readMessage(value));
}

function firstOf(line: Buffer): number | undefined {
  let at = 0;
  while (BLANKS.has(line[at] ?? 0)) at += 1;
  return line[at];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
