import { type Duplex, duplexPair, PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "../../src/local/line-splitter.ts";
import { relay } from "../../src/local/relay.ts";
import { until } from "../support/processes.ts";

const line = (message: object): string => `${JSON.stringify(message)}\n`;

/** A client and as many gateways as are asked for, each with what it has been sent. */
function wire() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const gateways: { far: Duplex; got: string; end(): void }[] = [];
  const open = (): Duplex => {
    const [near, far] = duplexPair();
    // The end of one side of a pair is not seen at the other, as that of a socket is.
    const gateway = { far, got: "", end: () => void near.destroy() };
    far.on("data", (chunk) => {
      gateway.got += chunk;
    });
    gateways.push(gateway);
    return near;
  };
  const client = { got: "" };
  output.on("data", (chunk) => {
    client.got += chunk;
  });
  return { input, output, client, gateways, open };
}

describe("a relay", () => {
  it("carries every byte both ways, whatever the pieces it comes in", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" })),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const bytes = Buffer.from(texts.map((text) => line({ text })).join(""));
          const { input, client, gateways, open } = wire();
          const ended = relay({ input, output: new PassThrough() }, open(), () =>
            Promise.reject(new Error("no")),
          );
          for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size));
          input.end();
          await ended;
          await until(() => gateways[0]?.got === bytes.toString(), "everything has arrived");
          expect(client.got).toBe("");
        },
      ),
      { numRuns: 30 },
    );
  });

  it("goes on with another gateway when the first one ends, and the client hears nothing of it but what it lost", async () => {
    const { input, output, client, gateways, open } = wire();
    const ended = relay({ input, output }, open(), async () => open());
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    input.write(line(initialize));
    await until(() => gateways[0]?.got === line(initialize), "the first gateway is greeted");
    gateways[0]?.far.write(line({ jsonrpc: "2.0", id: 1, result: {} }));
    const prompts = { jsonrpc: "2.0", id: 9, method: "prompts/list" };
    input.write(
      line(initialized) + line({ jsonrpc: "2.0", id: 2, method: "tools/call", params: {} }) + line(prompts),
    );
    await until(() => gateways[0]?.got.includes("prompts/list") === true, "call and question are under way");
    gateways[0]?.end();
    await until(() => gateways.length === 2, "another gateway is there");
    // The client goes on before the other gateway has been introduced to it.
    const tools = { jsonrpc: "2.0", id: 3, method: "tools/list" };
    input.write(line(tools));
    const introduction = line({ ...initialize, id: "plimsoll-again-1" }) + line(initialized);
    await until(() => Number(gateways[1]?.got.length) >= introduction.length, "the other gateway is greeted");
    expect(gateways[1]?.got).toBe(introduction);
    gateways[1]?.far.write(line({ jsonrpc: "2.0", id: "plimsoll-again-1", result: {} }));
    await until(() => gateways[1]?.got.includes("tools/list") === true, "the rest follows");
    expect(gateways[1]?.got).toBe(introduction + line(prompts) + line(tools));
    gateways[1]?.far.write(line({ jsonrpc: "2.0", id: 3, result: { tools: [] } }));
    await until(() => client.got.includes("tools"), "the client is answered");
    const heard = client.got
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(heard).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 2, error: { code: -32603, message: expect.any(String) } },
      { jsonrpc: "2.0", id: 3, result: { tools: [] } },
    ]);
    input.end();
    await ended;
  });

  it("answers what was asked before the client's input ended, and ends then", async () => {
    const { input, output, client, gateways, open } = wire();
    let hasEnded = false;
    const ended = relay({ input, output }, open(), async () => open()).then(() => {
      hasEnded = true;
    });
    const listen = { jsonrpc: "2.0", id: 2, method: "subscriptions/listen" };
    input.end(line({ jsonrpc: "2.0", id: 1, method: "tools/list" }) + line(listen));
    await until(() => gateways[0]?.got.includes("listen") === true, "the gateway is asked");
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    gateways[0]?.far.write(line({ jsonrpc: "2.0", id: 1, result: { tools: [] } }));
    await ended;
    await until(() => client.got.includes("tools"), "the client is answered");
  });

  it("says so when no other gateway can be had", async () => {
    const { input, output, gateways, open } = wire();
    const ended = relay({ input, output }, open(), () => Promise.reject(new Error("none is left")));
    gateways[0]?.end();
    await expect(ended).rejects.toThrow("none is left");
  });
});

it("cuts lines wherever the pieces end", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ max: 20 })), (chunks) => {
      const splitter = new LineSplitter();
      const bytes = Buffer.concat(chunks);
      const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
      const complete = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
      expect(Buffer.concat(lines)).toEqual(complete);
      expect(lines.every((one) => one.indexOf(0x0a) === one.length - 1)).toBe(true);
    }),
  );
});
