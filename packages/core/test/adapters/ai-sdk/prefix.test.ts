import { defineTool, type StrategyName } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { toRequestParts } from "../../../../../benchmarks/prefix/request-parts.ts";
import { leadScript, type Way } from "./lead.ts";

const WAYS: readonly Way[] = [
  { version: 7, provider: "anthropic", strategy: "bridge" },
  { version: 7, provider: "anthropic", strategy: "append" },
  { version: 7, provider: "anthropic", strategy: "native" },
  { version: 7, provider: "anthropic", strategy: "transcript" },
  { version: 7, provider: "anthropic", strategy: "all" },
  { version: 7, provider: "openai", strategy: "bridge" },
  { version: 7, provider: "openai", strategy: "append" },
  { version: 7, provider: "openai", strategy: "native" },
  { version: 7, provider: "openai", strategy: "transcript" },
  { version: 6, provider: "anthropic", strategy: "bridge" },
  { version: 6, provider: "anthropic", strategy: "append" },
  { version: 6, provider: "anthropic", strategy: "native" },
  { version: 6, provider: "anthropic", strategy: "transcript" },
  { version: 6, provider: "openai", strategy: "bridge" },
  { version: 6, provider: "openai", strategy: "append" },
  { version: 6, provider: "openai", strategy: "all" },
];

describe("law 2 on the wire: thirty steps, twelve loads, a fresh surface over JSON in every turn", () => {
  for (const way of WAYS) {
    for (const streams of [false, true]) {
      const { version, provider, strategy } = way;
      test(`${strategy} to ${provider} by version ${version}${streams ? ", streamed" : ""}`, async () => {
        const { bodies } = await leadScript({ ...way, streams }, (turn, { runtime }, messages) => {
          // A server comes with the third turn and goes with the last.
          if (turn === 2 || turn === 3)
            runtime.catalog.replace({ id: "late", kind: "mcp" }, { tools: [LATE] });
          return messages;
        });
        expect(bodies).toHaveLength(30);
        expectExtended(bodies, strategy);
        const last = bodies.at(-1) ?? "";
        const said = (words: RegExp): number => [...last.matchAll(words)].length;
        expect(said(/plimsoll|schemaHash/g)).toBe(0);
        expect(said(/ did \{/g)).toBe(strategy === "all" ? 31 : 19);
        expect(said(/The file is locked/g)).toBe(1);
        expect(said(/Do not fall back to bash/g)).toBe(strategy === "all" ? 0 : 2);
        expect(said(/\blate\b/g)).toBeGreaterThanOrEqual(strategy === "all" ? 0 : 2);
      });
    }
  }
});

describe("a compaction in the middle", () => {
  for (const way of WAYS) {
    const { version, provider, strategy } = way;
    test(`leaves array and system prompt as they are, under ${strategy} to ${provider} by version ${version}`, async () => {
      const { bodies } = await leadScript(way, (turn, surface, messages) => {
        if (turn !== 3) return messages;
        const kept = messages.findLastIndex((message) => "role" in message && message.role === "user");
        const gone = messages.slice(0, kept) as Parameters<typeof surface.summarise>[0];
        return [...surface.summarise(gone, "Two parts are done."), ...messages.slice(kept)];
      });
      expect(bodies).toHaveLength(30);
      expectExtended(bodies, strategy, 18);
      expect(bodies[18]).toContain("Two parts are done.");
      expect([...(bodies[29] ?? "").matchAll(/ did \{/g)].length).toBe(strategy === "all" ? 18 : 12);
    });
  }
});

/** Each request begins as the one before it; at a compaction, its messages begin anew. */
function expectExtended(bodies: readonly string[], strategy: StrategyName, compactedAt?: number): void {
  const requests = bodies.map(toRequestParts);
  for (const [at, { tools, system, messages }] of requests.entries()) {
    const before = requests[at - 1];
    if (before === undefined) continue;
    expect(strategy === "append" ? tools.slice(0, before.tools.length) : tools).toBe(before.tools);
    expect(system).toBe(before.system);
    if (at !== compactedAt) expect(messages.slice(0, before.messages.length)).toEqual(before.messages);
  }
}

const LATE = defineTool({ name: "look_up", description: "Look something up", run: () => "found" });
