import type Anthropic from "@anthropic-ai/sdk";
import { createRuntime, type DialectName, type StrategyName } from "@plimsoll/core";
import { anthropicSurface } from "@plimsoll/core/anthropic";
import { expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { type Block, say, scriptedModel, use } from "./scripted.ts";
import { MODEL } from "./ways.ts";

const LOADS: Readonly<Partial<Record<DialectName, (name: string) => Block>>> = {
  sf: (name) => use("sf_tool_search", { query: name }),
  quartet: (name) => use("tool_load", { names: [name] }),
  info: (name) => use("tool_info", { name }),
  search: (name) => use("tool_search", { query: `select:${name}` }),
};
const STRATEGIES: readonly StrategyName[] = ["native", "transcript"];
const cases = Object.keys(LOADS).flatMap((dialect) =>
  STRATEGIES.flatMap((strategy) =>
    (["value", "reference"] as const).map((additions) => [dialect, strategy, additions] as const),
  ),
);

test.each(cases)(
  "a tool loaded in the dialect %s is called by its name (%s, %s)",
  async (name, strategy, additions) => {
    const dialect = name as DialectName;
    const runtime = createRuntime({ tools: [aTool("read")], dialect, strategy });
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("merge")] });
    const wireName = dialect === "search" ? "mcp__github__merge" : "github__merge";
    const { client, requests } = scriptedModel((at) => {
      const load = LOADS[dialect]?.(wireName);
      return [[load ?? say("")], [use(wireName)], [say("Done")]][at] ?? [];
    });
    const surface = anthropicSurface(runtime, { additions });
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: "user", content: "Go" }];
    for (let at = 0; at < 3; at += 1) {
      const response = await client.beta.messages.create(
        surface.request({ model: MODEL, max_tokens: 1, messages }),
      );
      messages.push(...(await surface.accept(response)));
    }
    expect(JSON.stringify(messages)).toContain("ran merge");
    const shown = strategy === "native" ? `"tool_name":"${wireName}"` : `"name":"${wireName}"`;
    expect(JSON.stringify(requests[1]?.messages.slice(2))).toContain(shown);
    expect(JSON.stringify(requests[2]?.tools)).toBe(JSON.stringify(requests[0]?.tools));
  },
);
