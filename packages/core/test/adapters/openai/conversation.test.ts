import type { StrategyName } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import type { ScriptedCall } from "./scripted.ts";
import { aWorld, expectKept, type WireTalk, wireTalk } from "./wire-talk.ts";

const NAMES = [
  "archive_ticket",
  "assign_owner",
  "count_visits",
  "draft_invoice",
  "export_ledger",
  "freeze_account",
  "grant_badge",
  "hire_courier",
  "inspect_parcel",
  "join_meeting",
  "kick_guest",
  "lock_drawer",
];
const input = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
const desk = NAMES.map((name, at) =>
  aTool(name, {
    inputSchema: input,
    ...(at === 3 ? { antiFallback: "do not write invoices with bash" } : {}),
    ...(at === 5
      ? { execution: { type: "run", run: () => Promise.reject(new Error("the ice is thin")) } }
      : {}),
  }),
);
const code = [aTool("read"), aTool("edit")];

/** The ways to load a tool and to call it: by its name, or through the bridge. */
function waysOf(strategy: StrategyName): {
  readonly load: (name: string) => ScriptedCall;
  readonly use: (name: string, input?: unknown) => ScriptedCall;
} {
  const direct = (name: string, given: unknown = { id: 7 }) => ({ name: `desk__${name}`, arguments: given });
  const through = (name: string, given: unknown = { id: 7 }) => ({
    name: "tool_call",
    arguments: { name: `desk__${name}`, arguments: given },
  });
  const find = (name: string) => ({ name: "tool_find", arguments: { query: `desk__${name}`, limit: 1 } });
  const load = (name: string) => ({ name: "tool_load", arguments: { names: [`desk__${name}`] } });
  if (strategy === "bridge") return { load, use: through };
  return { load: strategy === "native" ? find : load, use: direct };
}

interface Scene {
  readonly api: "responses" | "chat";
  readonly strategy: StrategyName;
  readonly search?: "client" | "hosted";
  readonly namespaces?: boolean;
}

/** Plays thirty steps: twelve loads, and everything that may happen between them. */
async function play({ api, strategy, ...reveal }: Scene): Promise<WireTalk> {
  const world = aWorld({ tools: code, strategy, ...(strategy === "bridge" ? { gate: "strict" } : {}) });
  world.setSource("desk", desk);
  const talk = wireTalk({ api, open: world.open, ...reveal });
  const { load, use } = waysOf(strategy);
  const between: Readonly<Record<number, () => Promise<void>>> = {
    2: async () => talk.say("Go on"),
    4: () =>
      talk.reply({
        calls: [use("asign_owner"), { name: "no_such_thing", arguments: {} }, use("assign_owner", "{")],
      }),
    5: async () => talk.restart(),
    6: async () => {
      world.setSource("docs", [aTool("search_pages")]);
      await talk.reply({ text: "Noted." });
      talk.say("And now the rest");
    },
    8: () => {
      world.removeSource("docs");
      return talk.reply({ calls: [load("no such tool at all")] });
    },
    10: () => talk.reply({ text: "Nearly there." }),
  };
  for (const [at, name] of NAMES.entries()) {
    const [read, again] =
      at % 2 === 0 ? [[{ name: "read", arguments: {} }], [use(name, { id: 8 })]] : [[], []];
    const first = strategy === "all" ? use(name) : load(name);
    await talk.reply({ text: `Looking for ${name}`, calls: [first, ...read] });
    await talk.reply({ calls: [use(name), ...again] });
    await between[at]?.();
  }
  await talk.reply({ calls: [use(NAMES[0] ?? "")] });
  await talk.reply({ text: "Done." });
  return talk;
}

const SCENES: readonly Scene[] = [
  { api: "responses", strategy: "bridge" },
  { api: "responses", strategy: "native" },
  { api: "responses", strategy: "native", namespaces: true },
  { api: "responses", strategy: "native", search: "hosted" },
  { api: "responses", strategy: "transcript" },
  { api: "responses", strategy: "append" },
  { api: "responses", strategy: "all" },
  { api: "chat", strategy: "bridge" },
  { api: "chat", strategy: "append" },
  { api: "chat", strategy: "all" },
];

describe.each(SCENES)(
  "thirty steps of $strategy over $api (search $search, namespaces $namespaces)",
  (scene) => {
    test("keep every byte that was sent, and every load", async () => {
      const talk = await play(scene);
      expect(talk.bodies).toHaveLength(30);
      expectKept(talk.bodies, scene.strategy === "append");
      const text = talk.bodies.at(-1) ?? "";
      expect(text).toContain("ran archive_ticket");
      expect(text).toContain("the ice is thin");
      expect(text).toContain("is available here");
      expect(text).toContain("desk__assign_owner");
      expect(text).not.toContain('"role":"opening"');
      if (scene.strategy === "all") return;
      expect(text).toContain("docs");
      expect(text).toContain("do not write invoices with bash");
      const tools = Object.values(talk.records.results ?? {}).flatMap(({ record }) =>
        record?.type === "load" ? record.tools.map(({ name }) => name) : [],
      );
      expect(new Set(tools)).toEqual(new Set(NAMES.map((name) => `desk/${name}`)));
    });

    test("go on after a compaction: what was loaded stays loaded, and the head stays as it was", async () => {
      const talk = await play(scene);
      const before = talk.body();
      talk.compact("Twelve tools were tried.");
      talk.say("Once more");
      const { use } = waysOf(scene.strategy);
      const from = talk.bodies.length;
      for (const name of NAMES.slice(0, 3)) await talk.reply({ calls: [use(name)] });
      talk.restart();
      await talk.reply({ text: "Done." });
      expectKept(talk.bodies.slice(from), scene.strategy === "append");
      expect(talk.body().tools).toEqual(before.tools);
      expect(talk.body().instructions).toEqual(before.instructions);
      expect(talk.bodies.at(-1)?.match(/ran archive_ticket/g)).toHaveLength(1);
    });
  },
);
