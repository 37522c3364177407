import { createRuntime, defineTool, type JsonSchema, type Message } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";
import { faulty, survive } from "./survive.ts";

const tree: JsonSchema = {
  type: "object",
  properties: { child: { $ref: "#" }, count: { type: "integer" } },
  additionalProperties: false,
};
const open: JsonSchema = { type: "object" };

/** Objects in each other, as the JSON text that a provider hands over. */
const nested = (levels: number, leaf = "{}") => `${'{"child":'.repeat(levels)}${leaf}${"}".repeat(levels)}`;

/** Survives a call, and tells whether its handler ran. */
async function tell(inputSchema: JsonSchema, input: unknown) {
  let ran = 0;
  const tool = faulty(
    () => {
      ran += 1;
      return "ran";
    },
    { inputSchema },
  );
  return { ...(await survive(tool, { input })), ran };
}

describe("arguments that stand in each other", () => {
  test("a recursive schema is checked all the way down", async () => {
    expect((await tell(tree, nested(100, '{"count":1}'))).text).toBe("ran");
    const { outcome, ran } = await tell(tree, nested(100, '{"count":"one"}'));
    const issues = [{ path: `${"/child".repeat(100)}/count`, message: expect.stringContaining("integer") }];
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid", issues });
    expect(ran).toBe(0);
  });

  test.each([
    ["a recursive schema", 10_000, tree],
    ["a recursive schema", 100_000, tree],
    ["an open schema", 10_000, open],
    ["an open schema", 100_000, open],
  ])("under %s, %i levels are refused, and it is said why", async (_what, levels, schema) => {
    const { text, outcome, ran } = await tell(schema, nested(levels, '{"count":"one"}'));
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid" });
    expect(text).toMatch(/nested deeper than \d+ levels/);
    expect(ran).toBe(0);
  });

  test.each([10_000, 100_000])(
    "%i levels under a name that is misspelt, or through the bridge",
    async (levels) => {
      const talk = talkWith(createRuntime({ tools: [faulty(() => "ran"), aTool("healthy")] }));
      const sent = nested(levels);
      await talk.call(
        calling("fautly", sent),
        calling("tool_call", { name: "fautly", arguments: sent }),
        calling("tool_call", `{"name":"faulty","arguments":${sent}}`),
        calling("tool_find", `{"query":"x","more":${sent}}`),
        calling("healthy"),
      );
      expect(talk.textOf("fautly")).toContain("Nearest: faulty.");
      expect(talk.textOf("healthy")).toBe("ran healthy");
      expect(JSON.parse(JSON.stringify(talk.history))).toEqual(talk.history);
      expect(() => talk.step()).not.toThrow();
    },
  );

  // Such an object is the host's own: it made it of a text, and its history holds it. The batch goes on all the same.
  test.each([10_000, 100_000])("%i levels that the host has read already", async (levels) => {
    const talk = talkWith(createRuntime({ tools: [faulty(() => "ran"), aTool("healthy")] }));
    const sent: unknown = JSON.parse(nested(levels));
    await talk.call(calling("faulty", sent), calling("fautly", sent), calling("healthy"));
    expect(talk.textOf("faulty")).toMatch(/nested deeper than \d+ levels/);
    expect(talk.textOf("healthy")).toBe("ran healthy");
  });

  test("what never was JSON is not repeated to the model, and costs the batch nothing", async () => {
    const talk = talkWith(createRuntime({ tools: [faulty(() => "ran"), aTool("healthy")] }));
    await talk.call(calling("fautly", { id: 10n }), calling("healthy"));
    expect(talk.textOf("fautly")).toContain("Nearest: faulty.");
    expect(talk.textOf("healthy")).toBe("ran healthy");
  });
});

describe("schemas and arguments that are huge", () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `country-${at}`);
  const choice: JsonSchema = {
    type: "object",
    properties: { country: { enum: names } },
    required: ["country"],
  };

  test("an enum of 100,000 lets its last value pass, and corrects one that is nearly it", async () => {
    expect((await tell(choice, { country: "country-99999" })).text).toBe("ran");
    const { text, ran } = await tell(choice, { country: "Country 99999" });
    const [said = "", issue = "", ...rest] = text.split("\n");
    expect([ran, said]).toEqual([0, "faulty was not called: its arguments do not fit its schema."]);
    expect(issue.length).toBeLessThanOrEqual(300);
    expect(rest.at(-1)).toContain('"arguments":{"country":"country-99999"}');
  });

  test("a megabyte of text reaches the handler whole, and is not sent back if it is refused", async () => {
    const body = "x".repeat(1e6);
    const lengths = faulty((input) => JSON.stringify(input).length);
    expect((await survive(lengths, { input: { body } })).text).toBe(String(1e6 + '{"body":""}'.length));
    const { text, outcome } = await tell(
      { type: "object", properties: { body: { type: "integer" } } },
      { body },
    );
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid" });
    expect(text.length).toBeLessThan(2_000);
  });

  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key-${at}`, at]));

  test("100,000 keys reach the handler", async () => {
    const counting = faulty((input) => Object.keys(input as object).length);
    expect((await survive(counting, { input: keys })).text).toBe("100000");
  });

  test.each<[string, JsonSchema, unknown]>([
    ["100,000 keys that none is allowed", { type: "object", additionalProperties: false }, keys],
    ["100,000 keys of a wrong type", { type: "object", additionalProperties: { type: "string" } }, keys],
    [
      "100,000 wrong rows",
      {
        type: "object",
        properties: {
          rows: { type: "array", items: { type: "object", additionalProperties: { type: "string" } } },
        },
      },
      { rows: Array.from({ length: 100_000 }, () => ({ a: 1 })) },
    ],
  ])("%s are refused in a few words", async (_what, schema, input) => {
    const { text, outcome, ran } = await tell(schema, input);
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid" });
    expect([ran, text.length < 4_000]).toEqual([0, true]);
  });
});

describe("results that do not fit their output schema", () => {
  const outputSchema: JsonSchema = {
    type: "object",
    properties: {
      rows: { type: "array", items: { type: "object", additionalProperties: { type: "string" } } },
      child: { $ref: "#" },
    },
    required: ["rows"],
  };
  const deep = (levels: number): unknown => JSON.parse(nested(levels, '{"rows":[]}'));

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["words", "just words"],
    ["a list", []],
    ["a wrong row", { rows: [{ a: 1 }] }],
    ["100,000 wrong rows", { rows: Array.from({ length: 100_000 }, () => ({ a: 1 })) }],
    ["a missing property in 300 levels", deep(300)],
  ])("%s: the call fails, and says so in a few words", async (_what, value) => {
    const { text, outcome } = await survive(faulty(() => value, { outputSchema }));
    const message = expect.stringContaining("Its result does not fit its output schema.");
    expect(outcome).toMatchObject({ type: "failed", message });
    expect(text.length).toBeLessThan(8_100);
  });

  test.each([10_000, 100_000])("%i levels are no result at all", async (levels) => {
    const { text } = await survive(faulty(() => deep(levels), { outputSchema }));
    expect(text).toContain("it is nested deeper than");
  });

  test("a failure of the tool's own needs to fit nothing", async () => {
    const value = { content: [{ type: "text", text: "no such row" }], isError: true };
    expect((await survive(faulty(() => value, { outputSchema }))).outcome).toMatchObject({ type: "ok" });
  });
});

describe("keys that every object has", () => {
  const hostile =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x"}';
  const keys = ["__proto__", "constructor", "toString"];
  const isClean = () => !("polluted" in {}) && typeof {}.toString === "function";
  /** A schema as a server lists it: its keys are its own. */
  const requiring: JsonSchema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string","default":"c"},"toString":{"type":"boolean"}},"required":["__proto__","constructor","toString"],"additionalProperties":false}',
  );

  test.each<[string, unknown]>([
    ["a text", hostile],
    ["an object", JSON.parse(hostile)],
  ])("are arguments like any others, sent as %s", async (_what, input) => {
    const seen: unknown[] = [];
    await survive(
      faulty((given) => void seen.push(given)),
      { input },
    );
    expect(seen.map((given) => JSON.stringify(given))).toEqual([hostile, hostile]);
    expect(isClean()).toBe(true);
  });

  test("are missed where they are required, and filled in the example", async () => {
    const { text, outcome } = await tell(requiring, {});
    for (const key of keys) expect(text).toContain(`required property "${key}"`);
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid" });
    const example = /tool_call\((.*)\)$/.exec(text)?.[1] ?? /faulty\((.*)\)$/.exec(text)?.[1] ?? "";
    const { arguments: corrected = JSON.parse(example) } = JSON.parse(example);
    expect(Object.keys(corrected).sort()).toEqual(keys);
    expect((await tell(requiring, corrected)).text).toBe("ran");
    expect(isClean()).toBe(true);
  });

  test("are checked by their own schemas, and corrected", async () => {
    const { text, ran } = await tell(requiring, '{"__proto__":"7","constructor":"x","toString":true}');
    expect([ran, text]).toEqual([
      0,
      expect.stringContaining('{"__proto__":7,"constructor":"x","toString":true}'),
    ]);
  });

  test("are refused where nothing but what is listed may stand", async () => {
    const { text, ran } = await tell({ type: "object", additionalProperties: false }, hostile);
    for (const key of keys) expect(text).toContain(`"${key}"`);
    expect([ran, isClean()]).toEqual([0, true]);
  });

  test("do not disturb what a schema library fills in", async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: "faulty",
      description: "Fills in",
      input: z.looseObject({ page: z.number().default(1), inner: z.looseObject({}).default({}) }),
      run: (input) => void seen.push(input),
    });
    await survive(tool, { input: hostile });
    expect(seen).toHaveLength(2);
    for (const given of seen) expect(given).toMatchObject({ page: 1, inner: {}, toString: "x" });
    expect(isClean()).toBe(true);
  });

  test("are results like any others", async () => {
    const value: unknown = JSON.parse(hostile);
    const { entry, text } = await survive(faulty(() => value));
    expect(text).toBe(hostile);
    expect(entry.role === "tool" && JSON.stringify(entry.structuredContent)).toBe(hostile);
    const { talk } = await survive(faulty(() => ({ content: [], structuredContent: value, _meta: value })));
    expect(JSON.stringify(talk.history)).toContain(`"upstream":${hostile}`);
    expect(isClean()).toBe(true);
  });

  test.each(keys)("%s is no tool where none has that name, and a tool where one has", async (name) => {
    const talk = talkWith(createRuntime({ tools: [aTool("healthy")] }));
    await talk.call(
      calling(name),
      calling("tool_call", { name }),
      calling("tool_describe", { names: [name] }),
    );
    expect(talk.textOf(name)).toContain("No tool named");
    const own = talkWith(createRuntime({ tools: [aTool(name)] }));
    await own.call(calling(name));
    expect(own.textOf(name)).toBe(`ran ${name}`);
  });

  test.each(keys)("a call with the id %s waits until it is answered", async (id) => {
    const runtime = createRuntime({
      tools: [
        aTool("faulty", { execution: { type: "host" } }),
        aTool("other", { execution: { type: "host" } }),
      ],
    });
    const user: Message = { role: "user", text: "Begin" };
    const step = runtime.step({ history: [user], model: "m" });
    const calls = [id, "b"].map((one, at) => ({
      id: one,
      name: ["faulty", "other"][at] ?? "",
      arguments: {},
    }));
    const history = [user, ...(await step.accept({ calls }))];
    const answer = { type: "result" as const, value: "done" };
    const [first, ...none] = await runtime.resume({ history, model: "m", answers: { b: answer } });
    expect([first, none]).toMatchObject([{ role: "tool", callId: "b" }, []]);
    const answers = Object.fromEntries([[id, answer]]);
    const rest = await runtime.resume({
      history: [...history, ...(first ? [first] : [])],
      model: "m",
      answers,
    });
    expect(rest).toMatchObject([{ role: "tool", callId: id, content: [{ text: "done" }] }]);
  });
});
