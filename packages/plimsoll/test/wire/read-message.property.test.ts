import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/wire/read-message.ts";

const anything = fc.jsonValue({ maxDepth: 2 });
const id = fc.oneof(fc.integer(), fc.string(), fc.double({ noNaN: true }), fc.constant(null), fc.boolean());
const meta = fc.record(
  {
    progressToken: fc.oneof(fc.integer(), fc.string(), anything),
    "io.modelcontextprotocol/related-task": fc.oneof(fc.record({ taskId: fc.string() }), anything),
    "io.modelcontextprotocol/serverInfo": fc.oneof(
      fc.record({ name: fc.string(), version: fc.string() }),
      anything,
    ),
    other: anything,
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc.record({ _meta: fc.oneof(meta, anything), name: fc.string() }, { requiredKeys: [] }),
  anything,
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, fc.constantFrom("1.0", 2, null)),
    id,
    method: fc.oneof({ weight: 9, arbitrary: fc.string() }, anything),
    params: body,
    result: body,
    error: fc.oneof(fc.record({ code: fc.integer(), message: fc.string(), data: anything }), anything),
    extra: anything,
  },
  { requiredKeys: [] },
);
const jsonrpc = fc.constant("2.0");
const request = fc.record({ jsonrpc, id: fc.integer(), method: fc.string(), params: body });
const answer = fc.record({ jsonrpc, id: fc.string(), result: body });

describe("a message of the protocol", () => {
  it("is whatever the SDK takes for one, and the same to the last key", () => {
    fc.assert(
      fc.property(fc.oneof(request, answer, message, anything), (value) => {
        const read = readMessage(value);
        try {
          expect(read).toEqual(parseJSONRPCMessage(value));
        } catch (error) {
          if (!(error instanceof Error) || error.name !== "ZodError") throw error;
          // Whoever waits for an answer hears that it cannot be read.
          expect(read === undefined || ("error" in read && read.error.code === -32_603)).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
