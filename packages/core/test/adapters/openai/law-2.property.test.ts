import type { Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, test } from "vitest";
import { retirements, tools } from "../../arbitraries.ts";
import { aTool } from "../../fixtures.ts";
import { type Event, events } from "../../runtime/conversation.ts";
import type { ScriptedReply } from "./scripted.ts";
import { aWorld, expectKept, type WireTalk, type World, wireTalk } from "./wire-talk.ts";

/** Something to defer in any case, with something to be reminded of. */
const deferredTool: Tool = aTool("archive_board", { lazy: true, antiFallback: "do not use bash" });

const scenario = tools
  .map((listed) => [...listed.filter(({ name }) => name !== deferredTool.name), deferredTool])
  .chain((listed) => {
    const names = listed.map(({ name }) => name);
    return retirements(names).chain((lifecycle) =>
      events([...names, ...lifecycle.map(({ name }) => name)], tools).map((script) => ({
        listed,
        lifecycle,
        script,
      })),
    );
  });

const SCENES = [
  { api: "responses", strategy: "bridge" },
  { api: "responses", strategy: "native" },
  { api: "responses", strategy: "native", search: "hosted" },
  { api: "responses", strategy: "transcript" },
  { api: "responses", strategy: "append" },
  { api: "chat", strategy: "bridge" },
  { api: "chat", strategy: "append" },
] as const;

describe.each(SCENES)("law 2 on the wire: $strategy over $api", ({ api, strategy, ...reveal }) => {
  test("what a request had, the next one has too, from any process, and only more behind it", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ listed, lifecycle, script }) => {
        const world = aWorld({ tools: listed, lifecycle, strategy, timeoutMs: 5_000 });
        const talk = wireTalk({ api, open: world.open, ...reveal });
        for (const event of script) await happen(event, talk, world, strategy === "native");
        await talk.reply({ text: "Done." });
        expectKept(talk.bodies, strategy === "append");
      }),
      { numRuns: 25 },
    );
  });
});

async function happen(event: Event, talk: WireTalk, world: World, isFinding: boolean): Promise<void> {
  switch (event.type) {
    case "user":
      return talk.say(event.text);
    case "reply":
      return talk.reply({ text: "…", calls: event.calls });
    case "source":
      return event.tools.length === 0 ? world.removeSource(event.id) : world.setSource(event.id, event.tools);
    case "load":
      return talk.reply(isFinding ? finding(event.names) : { calls: [asking("tool_load", event.names)] });
    case "unload":
      return talk.reply({ calls: [asking("tool_unload", event.names)] });
    case "restart":
      return talk.restart();
    default:
  }
}

function finding(names: readonly string[]): ScriptedReply {
  return { calls: names.map((query) => ({ name: "tool_find", arguments: { query, limit: 1 } })) };
}

function asking(name: string, names: readonly string[]) {
  return { name, arguments: { names } };
}
