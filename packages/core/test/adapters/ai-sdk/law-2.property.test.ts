import { defineTool, type StrategyName, type Tool } from "@plimsoll/core";
import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toolName } from "../../arbitraries.ts";
import { type Asked, type GenerateOptions, generate } from "./generate.ts";
import type { ScriptedReply } from "./scripted.ts";

interface Way {
  readonly version: 6 | 7;
  readonly strategy: StrategyName;
  readonly identity?: GenerateOptions["identity"];
}

const ANTHROPIC = { provider: "anthropic.messages", modelId: "claude-opus-4-8" };
const OPENAI = { provider: "openai.responses", modelId: "gpt-6" };
const WAYS: readonly Way[] = [
  { version: 6, strategy: "bridge" },
  { version: 7, strategy: "bridge" },
  { version: 6, strategy: "append" },
  { version: 7, strategy: "append" },
  { version: 6, strategy: "native", identity: ANTHROPIC },
  { version: 7, strategy: "native", identity: ANTHROPIC },
  { version: 7, strategy: "native", identity: OPENAI },
  { version: 6, strategy: "transcript", identity: ANTHROPIC },
  { version: 7, strategy: "transcript", identity: ANTHROPIC },
  { version: 7, strategy: "transcript", identity: OPENAI },
];

/** A catalog, and turns of replies over its names, some of them of no use. */
const conversations = fc.uniqueArray(toolName, { minLength: 2, maxLength: 8 }).chain((names) => {
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: toolName },
  );
  const call = fc.oneof(
    name.map((tool) => ({ name: "tool_load", input: { names: [tool] } })),
    name.map((tool) => ({ name: "tool_call", input: { name: tool, arguments: {} } })),
    name.map((tool) => ({ name: tool, input: {} })),
    name.map((tool) => ({ name: tool, input: "{" })),
    name.map((tool) => ({ name: "tool_find", input: { query: tool } })),
    name.map((tool) => ({ name: "tool_unload", input: { names: [tool] } })),
  );
  const batch = fc.array(call, { minLength: 1, maxLength: 3 });
  const turns = fc.array(fc.array(batch, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
  return fc.record({
    names: fc.constant(names),
    turns,
    way: fc.constantFrom(...WAYS),
    streams: fc.boolean(),
    gate: fc.constantFrom("open" as const, "strict" as const),
  });
});

test("law 2: whatever is called, each step's array, system prompt and messages extend the last's, over JSON and new surfaces", async () => {
  await fc.assert(
    fc.asyncProperty(conversations, async ({ names, turns, way, streams, gate }) => {
      const { version, strategy, identity = {} } = way;
      const tools: readonly Tool[] = names.map((name, at) => ({
        ...defineTool({ name, description: `Does ${name}`, run: () => name }),
        lazy: at > 0,
        ...(at % 2 === 1 ? { antiFallback: "Use nothing else." } : {}),
      }));
      const messages: object[] = [];
      const asked: Asked[] = [];
      for (const [turn, batches] of turns.entries()) {
        const surface = withPlimsoll({ tools, strategy, gate });
        if (turn === 1) surface.runtime.catalog.replace({ id: "late", kind: "mcp" }, { tools: [LATE] });
        messages.push({ role: "user", content: `Turn ${turn}` });
        const script: readonly ScriptedReply[] = [...batches, "Done."];
        const run = await generate(version, surface, script, messages, { streams, identity });
        messages.push(...run.messages);
        asked.push(...run.asked);
      }
      const bytes = asked.map(({ prompt, tools: array = [] }) => ({
        tools: `[${array.map((tool) => JSON.stringify(tool)).join(",")}`,
        prompt: prompt.map((message) => JSON.stringify(message)),
      }));
      for (const [at, now] of bytes.entries()) {
        const before = bytes[at - 1];
        if (before === undefined) continue;
        if (strategy === "append") expect(now.tools.startsWith(before.tools)).toBe(true);
        else expect(now.tools).toBe(before.tools);
        expect(now.prompt.slice(0, before.prompt.length)).toEqual(before.prompt);
      }
    }),
    { numRuns: 100 },
  );
});

const LATE: Tool = defineTool({ name: "look_up", description: "Look something up", run: () => "found" });
