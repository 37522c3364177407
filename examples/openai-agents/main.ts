import assert from "node:assert/strict";
import { run, setTracingDisabled } from "@openai/agents";
import {
  checkRefund,
  checkTrack,
  EXPORT,
  printTokens,
  REFUND,
  scripts,
  TRACK,
} from "../shared/conversations.ts";
import { playProvider } from "../shared/scripted-provider.ts";
import { shop } from "../shared/shop.ts";
import { createShopAgent } from "./agent.ts";

setTracingDisabled(true); // traces go to OpenAI
const requests = playProvider(scripts);
const { agent, tokens } = createShopAgent();
printTokens(tokens);

const refunded = await run(agent, REFUND);
checkRefund(requests, refunded.finalOutput);

const before = requests.length;
const tracked = await run(agent, TRACK, { toolNotFoundBehavior: "return_error_to_model" });
checkTrack(requests.slice(before), tracked.finalOutput);

const stop = new AbortController();
shop.onExport = () => stop.abort();
await assert.rejects(run(agent, EXPORT, { signal: stop.signal }));
assert.equal(shop.stoppedBy, stop.signal.reason, "a stop reaches the handler");
console.log("user: stop");
