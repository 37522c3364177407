import type Anthropic from "@anthropic-ai/sdk";
import { createRuntime, type Runtime } from "@plimsoll/core";
import { type AnthropicSurface, anthropicSurface } from "@plimsoll/core/anthropic";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { type Block, say, scriptedModel, use } from "./scripted.ts";
import { expectExtended, MODEL, WAYS, type Way } from "./ways.ts";

const DECLARING = WAYS.filter(({ title }) => title.startsWith("native") || title.endsWith("reference"));

function openRuntime({ strategy, gate }: Way, ...servers: readonly string[]): Runtime {
  const runtime = createRuntime({ tools: [aTool("read")], strategy, gate });
  if (servers.includes("github")) addServer(runtime, "github", "merge");
  if (servers.includes("docs")) addServer(runtime, "docs", "search");
  return runtime;
}

function addServer(runtime: Runtime, id: string, ...names: readonly string[]): void {
  runtime.catalog.replace({ id, kind: "mcp" }, { tools: names.map((name) => aTool(name)) });
}

/** A conversation whose replies are said one by one. */
function converse(messages: Anthropic.Beta.BetaMessageParam[]) {
  let reply: readonly Block[] = [];
  const { client, requests } = scriptedModel(() => reply);
  const step = async (over: AnthropicSurface, ...blocks: readonly Block[]): Promise<string> => {
    reply = blocks;
    const response = await client.beta.messages.create(
      over.request({ model: MODEL, max_tokens: 1, messages }),
    );
    const appended = await over.accept(response);
    messages.push(...appended);
    if (appended.length === 1) messages.push({ role: "user", content: "On" });
    return JSON.stringify(appended);
  };
  return { requests, step };
}

describe.each(DECLARING)("a tool that leaves the catalog ($title)", (way) => {
  test("stays declared to the byte once the messages speak of it, and is not run", async () => {
    const runtime = openRuntime(way, "github", "docs");
    const surface = anthropicSurface(runtime, way.options);
    const { requests, step } = converse([{ role: "user", content: "Go" }]);
    await step(surface, ...way.load("github__merge"));
    expect(await step(surface, use("github__merge"))).toContain("ran merge");
    runtime.catalog.remove("github");
    const refused = await step(surface, use("github__merge"));
    expect(refused).toContain('No tool named \\"github__merge\\" is available here');
    await step(surface, say("Oh"));

    // A process that never saw the tool.
    const records = JSON.parse(JSON.stringify(surface.records));
    const resumed = anthropicSurface(openRuntime(way, "docs"), { records });
    expect(await step(resumed, use("github__merge"))).toContain("is available here");
    await step(resumed, say("Done"));
    expect(resumed.step?.repinned).toBeUndefined();
    for (const [at, request] of requests.slice(1).entries())
      expectExtended(requests[at] ?? request, request, way);
    expect(JSON.stringify(requests.at(-1)?.tools)).toContain('"github__merge"');
  });

  test("keeps the array while the messages speak of all that is gone, whatever else comes", async () => {
    const runtime = openRuntime(way, "github", "docs");
    const surface = anthropicSurface(runtime, way.options);
    const { step } = converse([{ role: "user", content: "Go" }]);
    await step(surface, ...way.load("github__merge"), ...way.load("docs__search"));
    await step(surface, use("github__merge"), use("docs__search"));
    addServer(runtime, "github", "merge", "close");
    runtime.catalog.remove("docs");
    await step(surface, say("Still the old array"));
    expect(surface.step?.repinned).toBeUndefined();
  });

  test("that nothing speaks of starts a new array, and the messages are mended for it", async () => {
    const runtime = openRuntime(way, "github");
    addServer(runtime, "github", "merge", "close");
    const surface = anthropicSurface(runtime, way.options);
    const { requests, step } = converse([{ role: "user", content: "Go" }]);
    await step(surface, ...way.load("github__merge"));
    await step(surface, use("github__merge"));
    addServer(runtime, "github", "merge");
    await step(surface, use("github__merge"));
    expect(surface.step?.repinned).toBe("definition");
    expect(await step(surface, use("github__merge"))).toContain("ran merge");
    const [before, after, later] = requests.slice(1).map(({ tools }) => JSON.stringify(tools));
    expect(before).toContain("github__close");
    expect(after).not.toContain("github__close");
    expect(later).toBe(after);
  });

  test("and comes back into the head of a new array is declared there alone", async () => {
    const runtime = openRuntime(way, "github");
    addServer(runtime, "github", "merge", "close");
    const surface = anthropicSurface(runtime, way.options);
    const { requests, step } = converse([{ role: "user", content: "Go" }]);
    await step(surface, ...way.load("github__merge"));
    runtime.catalog.replace(
      { id: "github", kind: "mcp" },
      { tools: [aTool("merge", { behavioural: true })] },
    );
    expect(await step(surface, use("github__merge"))).toContain("ran merge");
    expect(surface.step?.repinned).toBe("definition");
    expect(JSON.stringify(requests[1]?.messages)).not.toContain('"tool_reference"');
  });
});
