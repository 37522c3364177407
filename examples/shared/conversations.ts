import assert from "node:assert/strict";
import type { TokenAccount } from "@plimsoll/core";
import type { Script } from "./scripted-provider.ts";
import { shop } from "./shop.ts";
import type { Asked, Move } from "./wires.ts";

/** What the user says first, which names the conversation. */
export const REFUND = "Order 1001 came broken: refund 20 euros, and mail the receipt to ada@example.com";
export const TRACK = "Where is the parcel of order 1001?";
export const EXPORT = "Export every order";

const DONE = "Refunded 20 euros, and the receipt is on its way.";
const ORDER = { order: "1001" };

/**
 * Three models: one that finds a tool, calls it, misspells another, and does what the answer to that says; one that
 * calls a deferred tool by its own name, which no framework knows; one that is stopped.
 */
export const scripts: Readonly<Record<string, Script>> = {
  [REFUND]: [
    () => call("get_order", ORDER),
    () => call("tool_find", { query: "refund an order", limit: 2 }),
    (told) => call("tool_call", { name: foundIn(told), arguments: { order: "1001", amount: 20 } }),
    () => call("tool_call", { name: "send_reciept", arguments: { order: "1001", email: "ada@example.com" } }),
    (told) => call("tool_call", nextIn(told)),
    () => ({ say: DONE }),
  ],
  [TRACK]: [
    () => call("track_parcel", ORDER),
    () => call("tool_call", { name: "track_parcel", arguments: ORDER }),
    (told) => ({ say: told }),
  ],
  [EXPORT]: [() => call("tool_call", { name: "export_orders", arguments: {} })],
};

function call(name: string, input: unknown): Move {
  return { calls: [{ name, arguments: input }] };
}

/** Checks what has to hold after the first conversation, in every framework. */
export function checkRefund(requests: readonly Asked[], answer: unknown): void {
  assert.equal(answer, DONE);
  assert.equal(requests.length, scripts[REFUND]?.length, "a step for each reply, the repair being one");
  assert.deepEqual(shop.ran, [
    { tool: "get_order", input: ORDER },
    { tool: "refund_order", input: { order: "1001", amount: 20 } },
    { tool: "send_receipt", input: { order: "1001", email: "ada@example.com" } },
  ]);
  assert(
    requests.some(({ told }) => told.includes('No tool named "send_reciept" is available here.')),
    "the model is told what was wrong",
  );
  checkBytes(requests);
}

/** Checks that a name which the framework does not know costs a step, and not the conversation. */
export function checkTrack(requests: readonly Asked[], answer: unknown): void {
  assert.equal(answer, "track_parcel is done.");
  assert.deepEqual(shop.ran.at(-1), { tool: "track_parcel", input: ORDER });
  checkBytes(requests);
}

/** Checks that each request of a conversation repeats the last one and adds to it. */
export function checkBytes(requests: readonly Asked[]): void {
  const [first] = requests;
  for (const [at, { tools, system, messages }] of requests.entries()) {
    assert.equal(tools, first?.tools, "the array never changes");
    assert.equal(system, first?.system, "nor does the prompt");
    const before = requests[at - 1]?.messages ?? [];
    assert.deepEqual(messages.slice(0, before.length), before, "messages are only added");
  }
}

/** Prints what the surface costs, and what it would cost with every tool in the array. */
export function printTokens({ head, allEager }: TokenAccount): void {
  console.log(`tokens: ${head} for the head and its prompt, ${allEager} for every tool`);
}

function foundIn(told: string): string | undefined {
  return /^\w+/.exec(told)?.[0];
}

/** The arguments of the call that a repair proposes. */
function nextIn(told: string): unknown {
  const next = /^Next: tool_call\((.*)\)$/m.exec(told)?.[1];
  assert(next, "a wrong call is answered with the right one");
  return JSON.parse(next);
}
