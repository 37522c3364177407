import { deserializeMessage, type JSONRPCMessage } from "@modelcontextprotocol/client";

// The SDK's own bound of 10 MB is less than what a server with a few thousand tools lists.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;
const BRACE = 0x7b;

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
      if (line.length > 0) yield toMessage(line);
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

function toMessage(line: Buffer): ReadLine {
  if (line[0] !== BRACE) return undefined; // Most of what is no message is told by its first character.
  try {
    return deserializeMessage(line.toString("utf8"));
  } catch {
    return undefined;
  }
}
