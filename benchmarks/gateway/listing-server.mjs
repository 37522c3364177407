// A server that lists the tools of a file. It writes a line to a second file whenever it is started, so that a
// benchmark can count starts. Without an SDK, because thirty of them start at once before anything is measured.
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , listing, starts] = process.argv;
appendFileSync(starts, `${process.pid}\n`);
const tools = JSON.parse(readFileSync(listing, "utf8"));

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "listing", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name }) => ({ content: [{ type: "text", text: `${name} was called` }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body =
    answer === undefined
      ? { error: { code: -32601, message: `There is no method ${method}.` } }
      : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
});
