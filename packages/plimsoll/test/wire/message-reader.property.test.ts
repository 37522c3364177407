import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FloodGuard } from "../../src/upstream/flood-guard.ts";
import { MessageReader, type ReadLine } from "../../src/wire/message-reader.ts";

const messages = fc.array(
  fc.record({
    jsonrpc: fc.constant("2.0" as const),
    id: fc.nat(),
    // The SDK leaves that one key out.
    result: fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      fc.string(),
    ),
  }),
  { maxLength: 8 },
);
const noise = fc.constantFrom("hello", "{not json", '{"json":"but no message"}', "[1]", "é", "\u001b[31mred");

function readAll(reader: MessageReader, piece: Buffer): ReadLine[] {
  const lines: ReadLine[] = [];
  reader.read(piece, (line) => lines.push(line));
  return lines;
}

describe("a reader of messages", () => {
  it("finds every message between any noise, however the bytes are cut", () => {
    fc.assert(
      fc.property(
        messages,
        fc.array(noise, { maxLength: 8 }),
        fc.array(fc.nat(40)),
        fc.boolean(),
        (sent, noises, cuts, isCrLf) => {
          const lines = sent.flatMap((message, at) => [...noises.slice(at, at + 1), JSON.stringify(message)]);
          const bytes = Buffer.from(lines.map((line) => line + (isCrLf ? "\r\n" : "\n")).join(""));
          const reader = new MessageReader();
          const read: unknown[] = [];
          let from = 0;
          for (const cut of [...cuts, bytes.length]) {
            read.push(...readAll(reader, bytes.subarray(from, from + cut)));
            from = Math.min(from + cut, bytes.length);
          }
          expect(read.filter((line) => line !== undefined)).toEqual(sent);
        },
      ),
    );
  });

  it("reads a message after blanks, and every message of a batch, among which something else may be", () => {
    const blanks = fc.array(fc.constantFrom(" ", "\t", "\r"), { maxLength: 3 }).map((all) => all.join(""));
    fc.assert(
      fc.property(messages, messages, blanks, (single, batch, blank) => {
        const lines = [...single.map((one) => JSON.stringify(one)), JSON.stringify([...batch, 7])];
        const bytes = Buffer.from(lines.map((line) => `${blank}${line}\n`).join(""));
        const read = readAll(new MessageReader(), bytes);
        expect(read).toEqual([...single, ...batch, undefined]);
      }),
    );
  });

  it("turns an answer that cannot be read into an error for whoever waits for it", () => {
    const read = (line: string) => readAll(new MessageReader(), Buffer.from(`${line}\n`));
    const answers = ["null", "7", '"text"', "[1]"].map(
      (result) => `{"jsonrpc":"2.0","id":"a","result":${result}}`,
    );
    for (const line of [...answers, '{"id":"a","result":{}}', '{"jsonrpc":"2.0","id":"a","error":"no"}']) {
      const message = `The server sent an answer that is none of the protocol: ${line}`;
      expect(read(line)).toEqual([{ jsonrpc: "2.0", id: "a", error: { code: -32603, message } }]);
    }
    expect(read('{"jsonrpc":"2.0","result":null}')).toEqual([undefined]);
  });

  it("does not wait for the end of a line that is longer than any message", () => {
    const reader = new MessageReader();
    const piece = Buffer.alloc(8 * 1024 * 1024, 0x61);
    expect(() => {
      for (let at = 0; at < 9; at += 1) expect(readAll(reader, piece)).toEqual([]);
    }).toThrow("it sent a message of more than 64 MB.");
  });
});

describe("a guard against floods", () => {
  it("lets a busy server be, and stops one without measure", () => {
    const guard = new FloodGuard();
    for (let second = 0; second < 60; second += 1)
      for (let at = 0; at < 1_000; at += 1) guard.count(second * 1_000);
    expect(() => {
      for (let at = 0; at < 10_001; at += 1) guard.count(100_000);
    }).toThrow("it floods");
  });
});
