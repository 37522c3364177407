import { type Gate, type Message, parseManifest, type ResultMessage } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { goEntTools, oldNames } from "../../../../examples/quartet/tools.ts";
import { calling } from "../runtime/talk.ts";
import { aQuartet, namesOf, quartetTalk } from "./quartet-talk.ts";

// "Tool names changed from `go_ent_*` prefix to shorter names": old transcripts still hold the long ones.

const manifest = parseManifest({
  version: "0.3.0",
  provides: { tools: goEntTools.map(({ name }) => name) },
  lifecycle: oldNames,
});

/** Arguments that fit, made from a schema. */
function argumentsFor({
  properties,
  required,
}: {
  readonly properties?: unknown;
  readonly required?: unknown;
}) {
  const parameters = properties as Record<string, { type: string; enum?: readonly string[] }>;
  return Object.fromEntries(
    ((required ?? []) as readonly string[]).map((name) => {
      const { type, enum: [first] = [] } = parameters[name] ?? { type: "string" };
      return [name, first ?? (type === "integer" ? 1 : type === "array" ? [] : "x")];
    }),
  );
}

/** A result without the name it was called by. */
function bytesOf(entries: readonly Message[]): string {
  const result = entries.find((entry): entry is ResultMessage => entry.role === "tool");
  return JSON.stringify({ ...result, name: "" });
}

describe.each<Gate>(["open", "strict"])("under the %s gate", (gate) => {
  test.each(goEntTools.map(({ name, inputSchema }) => [name, inputSchema] as const))(
    "go_ent_%s replays with the bytes of its twin, and leaves the same on record",
    async (name, inputSchema) => {
      const input = argumentsFor(inputSchema);
      const [old, today] = [
        quartetTalk(aQuartet({ manifest, gate })),
        quartetTalk(aQuartet({ manifest, gate })),
      ];
      // Under the strict gate today's name has to be loaded; an old transcript cannot have done that.
      if (gate === "strict") for (const talk of [old, today]) await talk.ask("tool_load", { names: [name] });
      const replayed = bytesOf(await old.call(calling(`go_ent_${name}`, input)));
      expect(replayed).toBe(bytesOf(await today.call(calling(name, input))));
      expect(replayed).toContain('"outcome":"ok"');
      expect(old.listed()).toEqual(today.listed());
    },
  );
});

test("under the strict gate an old name passes without a load", async () => {
  const talk = quartetTalk(aQuartet({ manifest, gate: "strict" }));
  expect(await talk.ask("go_ent_loop_get", { path: "." })).toMatchObject({ isError: false });
  expect(await talk.ask("loop_cancel", { path: "." })).toMatchObject({ isError: true });
});

test("describe and load take an old name and answer with today's", async () => {
  const talk = quartetTalk(aQuartet({ manifest }));
  const described = await talk.ask("tool_describe", { name: "go_ent_spec_validate" });
  expect(described.data).toMatchObject({ name: "spec_validate" });
  const loaded = await talk.ask("tool_load", { names: ["go_ent_spec_validate", "spec_validate"] });
  expect(loaded.data).toMatchObject({ loaded: ["spec_validate"], unknown: [] });
});

test("the exact old name finds its twin first, and no answer shows an old name", async () => {
  const talk = quartetTalk(aQuartet({ manifest }));
  const found = await talk.ask("tool_find", { query: "go_ent_registry_deps" });
  expect(namesOf(found)[0]).toBe("registry_deps");
  await talk.ask("tool_find", { query: "go ent registry", limit: 25 });
  await talk.ask("tool_active");
  const results = talk.history.filter(({ role }) => role === "tool");
  expect(JSON.stringify(results.map((entry) => ("content" in entry ? entry.content : [])))).not.toContain(
    "go_ent_",
  );
});
