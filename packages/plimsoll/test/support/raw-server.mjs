// An MCP server written by hand, one misbehaviour a mode: what the SDK's own servers cannot be made to do.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const mode = process.argv[2];
const log = process.argv[3];
if (log !== undefined) appendFileSync(log, `${process.pid}\n`);

const OBJECT = { type: "object", properties: {} };
const FINE = {
  name: "fine",
  description: "Works.",
  inputSchema: OBJECT,
  annotations: { readOnlyHint: true },
};
let tools = [FINE];

if (mode === "malformed") {
  tools = [
    null,
    7,
    { name: "no-schema", description: "x" },
    { name: "wrong-type", description: "x", inputSchema: { type: "string" } },
    { name: "wrong-words", description: 12, inputSchema: OBJECT },
    { ...FINE, name: "odd-extras", annotations: null, outputSchema: "none", title: 3 },
    FINE,
  ];
}
if (mode === "liar") {
  tools = [
    { ...FINE, outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } },
  ];
}
if (mode === "stubborn") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (mode === "exit") {
  process.stderr.write("TOKEN is missing\n");
  process.exit(3);
}
if (mode === "quit") process.exit(0);
if (mode === "noisy") {
  process.stdout.write("Welcome to the noisy server!\n");
  process.stderr.write("\u001b[31mlisten to me\u001b[0m\n".repeat(2000));
}
if (mode === "daemon") {
  // One that leaves its parent's group, hears no request to end, and holds on to its parent's output.
  const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
  spawn(process.execPath, ["-e", script], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  }).unref();
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const sendText = (id, text) => send({ id, result: { content: [{ type: "text", text }] } });
const answers = new Map();
const cancelled = [];
const told = [];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let asked = 0;
let running = 0;
let most = 0;

function ask(method, params) {
  const id = `ask-${asked++}`;
  send({ id, method, params });
  return new Promise((resolve) => answers.set(id, resolve));
}

const CALLS = {
  "hang-on-call": () => {},
  "crash-on-call": () => process.exit(1),
  changing(id) {
    tools = [FINE, { ...FINE, name: "late" }];
    sendText(id, "changed");
    send({ method: "notifications/tools/list_changed" });
  },
  async flood(id) {
    for (;;) {
      const line = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: id } })}\n`;
      if (!process.stdout.write(line.repeat(200)))
        await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  },
  async chatter() {
    for (;;) {
      if (!process.stdout.write("y\n".repeat(5000)))
        await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  },
  async huge() {
    const piece = "x".repeat(1024 * 1024);
    for (let at = 0; at < 100; at += 1) {
      if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  },
  // Does what a call says, whether it was cancelled or not.
  async scripted(
    id,
    { arguments: { ms = 0, steps = 0, after, log: words, ask: question, isMute } = {}, _meta },
  ) {
    const stepMs = ms / (steps + 1);
    for (let progress = 1; progress <= steps; progress += 1) {
      await pause(stepMs);
      send({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress } });
    }
    await pause(stepMs);
    while (after !== undefined && told.length < after) await pause(10);
    if (words !== undefined)
      send({ method: "notifications/message", params: { level: "info", data: words } });
    const params = { message: question, requestedSchema: OBJECT };
    told.push(question === undefined ? "nothing" : await ask("elicitation/create", params));
    if (!isMute) sendText(id, JSON.stringify({ pid: process.pid, told }));
  },
  null: (id) => send({ id, result: null }),
  spaced: (id) =>
    process.stdout.write(` \t${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })}\n`),
  batch(id) {
    const log = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "both" } };
    const answer = { jsonrpc: "2.0", id, result: { content: [] } };
    process.stdout.write(`${JSON.stringify([log, answer])}\n`);
  },
  garbage: () => process.stdout.write('{"jsonrpc":"2.0","id":oops\n<html>no</html>\n'),
  nonsense: (id) => send({ id, result: "nonsense" }),
  stranger: () => send({ id: 4711, result: {} }),
  liar: (id) => send({ id, result: { content: [], structuredContent: { n: "not a number" } } }),
  failing: (id) =>
    send({
      id,
      error: { code: -32002, message: "No such thing.", data: { uri: "x:y", hint: "kept", code: 7 } },
    }),
  "no-links": (id) => send({ id, error: { code: -32042, message: "Sign in first.", data: { at: "desk" } } }),
  async asks(id, { arguments: { kind = "elicitation/create" } = {} }) {
    sendText(id, JSON.stringify(await ask(kind, { message: "How many?", requestedSchema: OBJECT })));
  },
  logs(id) {
    send({ method: "notifications/message", params: { level: "info", data: "at work", extra: [1] } });
    sendText(id, "logged");
  },
  progress(id, { _meta: { progressToken } = {} }) {
    for (const progress of [1, 2])
      send({ method: "notifications/progress", params: { progressToken, progress, total: 2 } });
    setTimeout(() => sendText(id, String(progressToken)), 100);
  },
  echo: (id, params) =>
    send({
      id,
      result: { content: [{ type: "text", text: JSON.stringify(params) }], zzz: 1, aaa: { b: 2, a: 1 } },
    }),
  slow(id, { arguments: { ms = 100 } = {} }) {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      sendText(id, JSON.stringify({ most, cancelled }));
    }, ms);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === "notifications/cancelled") cancelled.push(params.requestId);
  if (method === undefined && answers.has(id)) answers.get(id)(result ?? { error });
  if (id === undefined || method === undefined || mode === "hang") continue;
  if (method === "initialize") {
    const capabilities = mode === "no-tools" ? {} : { tools: { listChanged: true } };
    const serverInfo = { name: "raw", version: "1" };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (mode === "resources" && method === "resources/subscribe") {
    send({ id, result: {} });
    const update = { method: "notifications/resources/updated", params: { uri: params.uri } };
    setInterval(() => send(update), 50).unref();
  } else if (mode === "resources" && method === "resources/unsubscribe") {
    send({ id, result: {} });
  } else if (method === "tools/list" && mode === "endless") {
    send({ id, result: { tools: [], nextCursor: "more" } });
  } else if (method === "tools/list") {
    if (mode !== "hang-on-list") send({ id, result: { tools } });
  } else if (method === "tools/call" && Object.hasOwn(CALLS, mode)) {
    void CALLS[mode](id, params);
  } else if (method === "tools/call") {
    const _meta = { "example.com/trace": "t1" };
    send({ id, result: { content: [{ type: "text", text: `pid ${process.pid}` }], _meta } });
  } else if (mode === "touchy") {
    process.exit(5);
  } else if (mode !== "mute") {
    send({ id, error: { code: -32601, message: "Method not found" } });
  }
}
