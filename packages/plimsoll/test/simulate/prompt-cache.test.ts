import { describe, expect, it } from "vitest";
import type { Block, RequestBlocks } from "../../src/simulate/block.ts";
import { cachingRulesOf } from "../../src/simulate/caching-rules.ts";
import { type CacheUse, PromptCache } from "../../src/simulate/prompt-cache.ts";

const block = (id: string, tokens: number): Block => ({ kind: "message", id, tokens });
const FIND = block("find", 1000);
const ISSUE = block("issue", 500);
const SYSTEM = block("system", 300);
const [HELLO, REPLY, RESULT] = [block("hello", 60), block("reply", 40), block("result", 100)];

/** A request; what is not said of it is as it mostly is. */
function request({ tools = [FIND], system = [SYSTEM], messages = [HELLO] }: Partial<RequestBlocks> = {}) {
  return { tools, system, messages };
}

function sendAll(model: string, requests: readonly RequestBlocks[], reply?: Block): CacheUse[] {
  const cache = new PromptCache(cachingRulesOf(model));
  return requests.map((one) => cache.send(one, reply));
}

const [FIRST, LATER, GROWN] = [
  request(), // 1360
  request({ messages: [HELLO, REPLY, RESULT] }), // 1500
  request({ tools: [FIND, ISSUE], messages: [HELLO, REPLY, RESULT] }), // 2000
];

describe("Anthropic's cache", () => {
  it("writes what it does not read, and reads up to the end of the last request", () => {
    expect(sendAll("claude-opus-4-8", [FIRST, LATER])).toEqual([
      { input: 1360, cached: 0, uncached: 1360, written: 1360 },
      { input: 1500, cached: 1360, uncached: 140, written: 140 },
    ]);
  });

  it("keeps the array where one is appended to it, if that is long enough alone", () => {
    const [, grown] = sendAll("claude-opus-5", [LATER, GROWN]); // 512 at least
    expect(grown).toEqual({ input: 2000, cached: 1000, uncached: 1000, written: 1000 });
    const [, short] = sendAll("claude-opus-4-8", [LATER, GROWN]); // 1024 at least
    expect(short).toMatchObject({ cached: 0, uncached: 2000 });
  });

  it("loses the array too where a tool is put before the others", () => {
    const [, inserted] = sendAll("claude-opus-5", [LATER, request({ tools: [ISSUE, FIND] })]);
    expect(inserted).toMatchObject({ cached: 0, uncached: 1860 });
  });

  it("reads at marks alone: what two requests share between them is not read", () => {
    const other = request({ messages: [HELLO, block("other reply", 40)] });
    const [, later] = sendAll("claude-opus-4-8", [LATER, other]);
    // The mark behind the system prompt; the shared greeting has none.
    expect(later).toMatchObject({ cached: 1300, uncached: 100 });
  });

  it("neither writes nor reads what is too short", () => {
    const uses = sendAll("claude-haiku-4-5", [FIRST, LATER]); // 4096 at least
    expect(uses.map(({ cached, written }) => [cached, written])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe("OpenAI's cache", () => {
  it("reads whatever both requests begin with, in steps of 128 tokens", () => {
    const [, later, other] = sendAll("gpt-5.4", [
      FIRST,
      LATER,
      request({ messages: [HELLO, block("other reply", 40)] }),
    ]);
    expect(later).toEqual({ input: 1500, cached: 1280, uncached: 220, written: 0 }); // 1360 = 10 × 128 + 80
    expect(other).toMatchObject({ input: 1400, cached: 1280 });
  });

  it("needs 1,024 tokens", () => {
    const [, grown] = sendAll("gpt-5.4", [LATER, GROWN]);
    expect(grown).toMatchObject({ cached: 0, uncached: 2000 }); // only 1,000 are the same
  });

  it("counts what it writes from GPT-5.6 on", () => {
    expect(sendAll("openai/gpt-6.1-sol", [FIRST, LATER]).map(({ written }) => written)).toEqual([1360, 220]);
    expect(sendAll("gpt-5.5", [FIRST, LATER]).map(({ written }) => written)).toEqual([0, 0]);
  });
});

describe("DeepSeek's cache", () => {
  it("reads an earlier request as a whole, with its reply", () => {
    const [, later] = sendAll("deepseek-v4-pro", [FIRST, LATER], REPLY);
    expect(later).toEqual({ input: 1500, cached: 1400, uncached: 100, written: 0 });
  });

  it("reads nothing where requests part within, until it has noticed what they share", () => {
    const another = request({ tools: [FIND, block("event", 500)] });
    const uses = sendAll("deepseek-v4-pro", [LATER, GROWN, another]);
    expect(uses.map(({ cached }) => cached)).toEqual([0, 0, 1000]);
  });
});

describe("Gemini's cache", () => {
  it("has the system prompt before the tools", () => {
    const later = request({ tools: [ISSUE], system: [block("long system", 1200)] });
    const other = request({ tools: [FIND], system: [block("long system", 1200)] });
    expect(sendAll("gemini-3-flash-preview", [later, other])[1]).toMatchObject({ cached: 1200, written: 0 });
    expect(sendAll("gemini-3-pro-preview", [later, other])[1]).toMatchObject({ cached: 0 }); // 4096 at least
  });
});

it("takes nothing for cached where no rules are known", () => {
  expect(sendAll("somebodys-model", [FIRST, FIRST])[1]).toEqual({
    input: 1360,
    cached: 0,
    uncached: 1360,
    written: 0,
  });
});

it("reads what any earlier request of the conversation had, not only the last", () => {
  const [, , again] = sendAll("claude-opus-4-8", [LATER, request({ tools: [ISSUE] }), LATER]);
  expect(again).toMatchObject({ cached: 1500, uncached: 0 });
});
