import assert from "node:assert/strict";
import { Command, isInterrupted } from "@langchain/langgraph";
import { z } from "zod";
import {
  checkBytes,
  checkRefund,
  checkTrack,
  EXPORT,
  printTokens,
  REFUND,
  scripts,
  TRACK,
} from "../shared/conversations.ts";
import { playProvider, type Script } from "../shared/scripted-provider.ts";
import { shop } from "../shared/shop.ts";
import { createShopAgent } from "./agent.ts";

const CLOSE = "Customer 7 leaves us: give back 5 euros of credit, and close the account";
const back = { name: "grant_credit", arguments: { customer: "7", amount: 5 } };
const close = { name: "close_account", arguments: { customer: "7" } };
const closing: Script = [
  () => ({ calls: [back, close].map((input) => ({ name: "tool_call", arguments: input })) }),
  () => ({ say: "The account is closed." }),
];
const Questions = z.record(z.string(), z.object({ params: z.object({ message: z.string() }) }));
const says = (content: string) => ({ messages: [{ role: "user", content }] });
const inThread = (thread_id: string) => ({ configurable: { thread_id } });

for (const name of Object.keys(process.env)) {
  if (/^LANG(SMITH|CHAIN)_/.test(name)) delete process.env[name]; // traces go to LangSmith
}
const requests = playProvider({ ...scripts, [CLOSE]: closing });
const { agent, tokens } = createShopAgent();
printTokens(tokens);

const refunded = await agent.invoke(says(REFUND), inThread("refund"));
checkRefund(requests, refunded.messages.at(-1)?.content);

const toTrack = requests.length;
const tracked = await agent.invoke(says(TRACK), inThread("track"));
checkTrack(requests.slice(toTrack), tracked.messages.at(-1)?.content);

const before = { requests: requests.length, ran: shop.ran.length };
const waiting: unknown = await agent.invoke(says(CLOSE), inThread("close"));
assert(isInterrupted(waiting), "what cannot be undone waits for the user");
const questions = Questions.parse(waiting.__interrupt__[0]?.value);
const answers = Object.entries(questions).map(([name, { params }]) => {
  console.log(`host: ${params.message} user: Yes`);
  return [name, { action: "accept" }];
});
assert.deepEqual(ranSince(), ["grant_credit"], "nothing that cannot be undone has run without leave");
const closed = await agent.invoke(new Command({ resume: Object.fromEntries(answers) }), inThread("close"));
assert.equal(closed.messages.at(-1)?.content, "The account is closed.");
assert.deepEqual(ranSince(), ["grant_credit", "close_account"], "each has run once");
checkBytes(requests.slice(before.requests));

const stop = new AbortController();
shop.onExport = () => stop.abort();
await assert.rejects(agent.invoke(says(EXPORT), { ...inThread("export"), signal: stop.signal }));
assert.equal(shop.stoppedBy, stop.signal.reason, "a stop reaches the handler");
console.log("user: stop");

function ranSince(): string[] {
  return shop.ran.slice(before.ran).map(({ tool }) => tool);
}
