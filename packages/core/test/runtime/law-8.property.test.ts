import {
  type ContentBlock,
  createRuntime,
  estimateTokens,
  type Message,
  type PendingAnswer,
  type RuntimeOptions,
  type Tool,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, type Talk, talkWith, textOf } from "./talk.ts";

const NUM_RUNS = 12;
/** The most that a text of Plimsoll's own may take, in the letters that cost the most; in English it is a fifth of it. */
const TEXT_TOKENS = 12_000;

/** Who gives a result: the tool, the host, or the host when the tool has left the catalog. */
const ANSWERED_BY = ["run", "host", "gone"] as const;

/** A text of any length in the letters that cost the most, kept short so that a counterexample can be read. */
interface Spoken {
  readonly unit: string;
  readonly times: number;
}

const hostile: fc.Arbitrary<Spoken> = fc.record({
  unit: fc.constantFrom("a", "word ", "😀", "字", "a1", "\u0001", '"\\', "\n", "{…}"),
  times: fc.constantFrom(1, 50, 100_000),
});
const spell = ({ unit, times }: Spoken): string => unit.repeat(times);

const spokenBlock = fc.record({
  kind: fc.constantFrom("text", "text", "resource", "image"),
  said: fc.oneof(
    fc.string({ maxLength: 300 }).map((unit): Spoken => ({ unit, times: 1 })),
    hostile,
  ),
});

function toBlock({ kind, said }: { readonly kind: string; readonly said: Spoken }): ContentBlock {
  if (kind === "image") return { type: "image", data: "aGk=", mimeType: "image/png" };
  const text = spell(said);
  return kind === "text"
    ? { type: "text", text }
    : { type: "resource", resource: { uri: "file:///a", text } };
}

/** A hostile tool: it says too much of itself wherever it may. */
function loud(name: string, said: string, more: Partial<Tool> = {}): Tool {
  return aTool(name, {
    lazy: true,
    description: said.replaceAll("\u0001", "!").slice(0, 20_000),
    inputSchema: {
      type: "object",
      properties: { id: { type: "string", description: said.slice(0, 2_000) } },
    },
    antiFallback: said,
    card: said,
    ...more,
  });
}

const append = (options: Partial<RuntimeOptions>) =>
  createRuntime({ strategy: "append", budget: { headTokens: 1_000_000 }, ...options });
const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `archive_board_${at}`);
const wordsOf = (one: ContentBlock): string =>
  (one.type === "text" ? one.text : one.type === "resource" ? one.resource.text : undefined) ?? "";
const tokensOf = (content: readonly ContentBlock[]) =>
  content.reduce((sum, one) => sum + estimateTokens(wordsOf(one)), 0);

/** Every schema that a text shows, with the tool that it is shown for. */
function schemasIn(text: string): unknown[] {
  return [...text.matchAll(/^Schema: (.+)$/gm)].map(([, json]) => JSON.parse(json ?? ""));
}

describe("law 8: every text a model reads has a cap", () => {
  test("a result is within its cap, page by page, and the pages together are the result", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(spokenBlock, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 150, max: 20_000 }),
        fc.constantFrom(...ANSWERED_BY),
        async (blocks, resultTokens, how) => {
          const content = blocks.map(toBlock);
          const talk = await answeredFrom(
            how,
            () => ({ content }),
            { type: "result", value: { content } },
            resultTokens,
          );
          const whole = content.map(wordsOf).join("");
          let read = "";
          // Enough to come to the end of most; of the longest it is enough to have begun.
          for (let pages = 0; pages < 60; pages++) {
            const { shown, next } = newestPage(talk);
            expect(tokensOf(shown)).toBeLessThanOrEqual(resultTokens);
            read += (next === undefined ? shown : shown.slice(0, -1)).map(wordsOf).join("");
            if (next === undefined) expect(read).toBe(whole);
            if (next === undefined) return;
            await talk.call(next);
          }
          expect(whole.startsWith(read)).toBe(true);
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });

  test("what a tool throws, and what a host says of a failure, is cut", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...ANSWERED_BY), async (spoken, how) => {
        const said = spell(spoken);
        const throws = () => {
          throw new Error(said);
        };
        const talk = await answeredFrom(how, throws, { type: "failed", message: said }, 20_000);
        expect(estimateTokens(talk.textOf("far/read"))).toBeLessThanOrEqual(20_000);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("a search answer is, also for eight long queries; so are what is loaded and what is given back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 8, maxLength: 8 }), async (spoken) => {
        const texts = spoken.map(spell);
        const names = namesOf(20);
        const talk = talkWith(append({ tools: names.map((name, at) => loud(name, texts[at % 8] ?? "")) }));
        await talk.call(calling("tool_find", { queries: texts, limit: 25 }));
        await talk.call(calling("tool_find", { query: "archive board", limit: 25 }));
        await talk.call(calling("tool_find", { query: "quantum zebra", limit: 25 }));
        await talk.call(calling("tool_load", { names }), calling("tool_load", { names: texts }));
        await talk.call(calling("tool_active"));
        await talk.call(calling("tool_unload", { names: [...names.slice(0, 10), ...texts] }));
        for (const message of talk.history) {
          if (message.role !== "tool" || message.name === "tool_load") continue;
          expect(estimateTokens(textOf(message))).toBeLessThanOrEqual(TEXT_TOKENS);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("a reminder is, however many tools were loaded at once", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.integer({ min: 1, max: 200 }), async (spoken, count) => {
        const said = spell(spoken);
        const names = namesOf(count);
        const talk = talkWith(
          append({ tools: names.map((name) => aTool(name, { lazy: true, antiFallback: said })) }),
        );
        const batches = Array.from({ length: Math.ceil(count / 20) }, (_, at) =>
          names.slice(20 * at, 20 * at + 20),
        );
        await talk.call(...batches.map((some) => calling("tool_load", { names: some })));
        expect(estimateTokens(saidBy("reminder", talk.history))).toBeLessThanOrEqual(TEXT_TOKENS);
      }),
      { numRuns: Math.ceil(NUM_RUNS / 3) },
    );
  });

  test("news is, however many servers come and go", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (count) => {
        const runtime = append({ tools: [aTool("read")] });
        const talk = talkWith(runtime);
        await talk.call();
        const ids = Array.from({ length: count }, (_, at) => `a-very-long-server-id-${at}`);
        for (const id of ids) runtime.catalog.replace({ id, kind: "mcp" }, { tools: [aTool("open")] });
        await talk.call();
        for (const id of ids) runtime.catalog.remove(id);
        await talk.call();
        for (const message of talk.history) {
          if (message.role === "user") expect(estimateTokens(message.text)).toBeLessThanOrEqual(500);
        }
      }),
      { numRuns: Math.ceil(NUM_RUNS / 3) },
    );
  });

  test("a rejection is, but for the schema, whatever names, issues and notes say", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (...spoken) => {
        const [name = "", issue = "", note = ""] = spoken.map(spell);
        const refuse = () => ({
          type: "invalid" as const,
          issues: Array.from({ length: 50 }, () => ({ path: `/${issue}`, message: issue })),
        });
        const removed = {
          state: "removed" as const,
          planned_removal_version: "1.0.0",
          replay_supported: false,
          note,
        };
        const talk = talkWith(
          append({
            tools: [
              aTool("picky", { lazy: true, parseInput: refuse }),
              aTool("archive_board", { lazy: true }),
            ],
            lifecycle: [
              { ...removed, name: "put_away", replacement: "archive_board" },
              { ...removed, name: "burn" },
            ],
            version: "2.0.0",
          }),
        );
        const calls = [
          calling(name),
          calling("tool_call", { name, arguments: { name } }),
          calling(`archive_board${name}`, { note }),
          calling("picky", { issue }),
          calling("tool_call", { name: "put_away", arguments: { note } }),
          calling("burn", { note }),
          calling("tool_find", { query: 7, [name]: issue }),
          calling("tool_describe", { names: [name, issue, note] }),
          calling("plimsoll/result", { handle: name, page: 2 }),
        ];
        await talk.call(...calls);
        for (const message of talk.history) {
          if (message.role !== "tool") continue;
          const text = textOf(message).replace(/^Schema: .+$/gm, "");
          expect([message.name.slice(0, 20), estimateTokens(text) <= TEXT_TOKENS]).toEqual([
            message.name.slice(0, 20),
            true,
          ]);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("a schema is never cut: those of descriptions, loads and rejections are the tools' own", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 3, maxLength: 10 }), async (spoken) => {
        const tools = spoken.map(spell).map((said, at) =>
          loud(`archive_board_${at}`, said, {
            inputSchema: {
              type: "object",
              properties: { id: { const: said.slice(0, 60_000) } },
              required: ["id"],
            },
          }),
        );
        const names = tools.map(({ name }) => name);
        const talk = talkWith(append({ tools }));
        await talk.call(
          calling("tool_describe", { names }),
          calling("tool_load", { names }),
          calling(names[0] ?? "", {}),
          calling("archive_bored_1", {}),
        );
        let shown = 0;
        for (const message of talk.history) {
          if (message.role !== "tool") continue;
          const schemas = schemasIn(textOf(message));
          shown += schemas.length;
          for (const schema of schemas)
            expect(tools.map(({ inputSchema }) => inputSchema)).toContainEqual(schema);
          if (message.name.startsWith("tool_")) {
            const whole = schemas
              .slice(1)
              .reduce<number>((sum, one) => sum + estimateTokens(JSON.stringify(one)), 0);
            expect(whole).toBeLessThanOrEqual(10_000);
          }
        }
        expect(shown).toBeGreaterThanOrEqual(4);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** Calls a tool of a server, which answers by itself, through the host, or through the host when it has gone. */
async function answeredFrom(
  how: (typeof ANSWERED_BY)[number],
  run: () => unknown,
  answer: PendingAnswer,
  resultTokens: number,
): Promise<Talk> {
  const runtime = append({ tools: [], resultTokens });
  const execution = how === "run" ? { type: "run" as const, run } : { type: "host" as const };
  runtime.catalog.replace({ id: "far", kind: "mcp" }, { tools: [aTool("read", { execution })] });
  const talk = talkWith(runtime);
  await talk.call(calling("far/read"));
  if (how === "gone") runtime.catalog.remove("far");
  if (how === "run") return talk;
  const answers = { "call-1": answer };
  talk.history.push(...(await runtime.resume({ history: talk.history, model: "m", answers })));
  return talk;
}

/** What was shown last, and the call that reads on, if there is more. */
function newestPage({ history }: Talk): {
  shown: readonly ContentBlock[];
  next?: ReturnType<typeof calling>;
} {
  const result = history.findLast((one) => one.role === "tool");
  const shown = result?.role === "tool" ? result.content : [];
  const [last] = shown.slice(-1).map(wordsOf);
  const [, json] = /^\[End of page .* Read on with tool_call\((.+)\)\]$/.exec(last ?? "") ?? [];
  return { shown, ...(json === undefined ? {} : { next: calling("tool_call", JSON.parse(json)) }) };
}

function saidBy(from: "reminder" | "news", history: readonly Message[]): string {
  return history.flatMap((one) => (one.role === "user" && one.from === from ? one.text : [])).join("\n");
}
