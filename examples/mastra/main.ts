import assert from "node:assert/strict";
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

process.env["MASTRA_TELEMETRY_DISABLED"] = "true"; // counts of features go to Mastra
const requests = playProvider(scripts);
const { agent, tokens } = createShopAgent();
printTokens(tokens);

const refunded = await agent.generate(REFUND, { maxSteps: 10 });
checkRefund(requests, refunded.text);

const before = requests.length;
const tracked = await agent.generate(TRACK);
checkTrack(requests.slice(before), tracked.text);

const stop = new AbortController();
shop.onExport = () => stop.abort();
const { finishReason } = await agent.generate(EXPORT, { abortSignal: stop.signal });
assert.equal(finishReason, "aborted");
assert.equal(shop.stoppedBy, stop.signal.reason, "a stop reaches the handler");
console.log("user: stop");
