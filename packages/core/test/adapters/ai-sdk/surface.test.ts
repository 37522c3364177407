import { createRuntime, defineTool, type RuntimeOptions } from "@plimsoll/core";
import { type SdkTools, withPlimsoll } from "@plimsoll/core/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { generate, partsOf } from "./generate.ts";

const user = (content: string) => ({ role: "user", content });

const ran: unknown[] = [];
const TOOLS: SdkTools = {
  read: {
    description: "Read a file",
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }: { path: string }) => `read ${path}`,
  },
  create_issue: {
    description: "Open an issue in a repository",
    inputSchema: z.object({ title: z.string(), labels: z.array(z.string()).optional() }),
    execute: (input: { title: string }) => {
      ran.push(input);
      return { opened: input.title };
    },
  },
};

const surfaceOf = (options: Omit<RuntimeOptions, "tools"> & { tools?: SdkTools } = {}) =>
  withPlimsoll({
    tools: TOOLS,
    pins: ["read"],
    strategy: "bridge",
    manifest: { version: "1", provides: { tools: [{ name: "create_issue", lazy: true }] } },
    lifecycle: [
      { name: "open_ticket", replacement: "create_issue", state: "hidden", replay_supported: true },
    ],
    ...options,
  });

for (const version of [6, 7] as const) {
  for (const streams of [false, true]) {
    describe(`with version ${version}${streams ? ", streamed" : ""}`, () => {
      test("a wrong call is answered by the runtime, and stands in the history as the model wrote it", async () => {
        const { results, messages } = await generate(
          version,
          surfaceOf(),
          [
            [{ name: "raed", input: { path: "a" } }],
            [{ name: "nothing_like_it", input: {} }],
            [{ name: "read", input: '{"path": "a"' }],
            [{ name: "read", input: { path: 7 } }],
            [{ name: "open_ticket", input: { title: "Old name" } }],
            [{ name: "create_issue", input: { title: "Not in the array" } }],
            [{ name: "__proto__", input: {} }],
            "Done.",
          ],
          [user("Go")],
          { streams },
        );
        expect(results[0]).toMatch(/raed.*\n?.*read\(/s);
        expect(results[1]).toContain('No tool named "nothing_like_it"');
        expect(results[2]).toContain("a text that is not JSON");
        expect(results[3]).toContain('Next, if you meant this: read({"path":"7"})');
        expect(results[4]).toContain("Old name");
        expect(results[5]).toContain("Not in the array");
        expect(results[6]).toContain("__proto__");
        const names = partsOf(messages).flatMap(({ type, toolName }) =>
          type === "tool-call" ? [toolName] : [],
        );
        expect(names).toEqual([
          "raed",
          "nothing_like_it",
          "read",
          "read",
          "open_ticket",
          "create_issue",
          "__proto__",
        ]);
      });

      test("a load and its call in one batch: the call came too early, is told so, and works in the next step", async () => {
        const { results } = await generate(
          version,
          surfaceOf({ gate: "strict" }),
          [
            [
              { name: "tool_load", input: { names: ["create_issue"] } },
              { name: "tool_call", input: { name: "create_issue", arguments: { title: "Early" } } },
            ],
            [{ name: "tool_call", input: { name: "create_issue", arguments: { title: "In time" } } }],
            "Done.",
          ],
          [user("Go")],
          { streams },
        );
        expect(results[1]).toContain("was loaded in this very step");
        expect(results[2]).toContain("In time");
      });

      test("what was loaded is loaded after JSON, in another surface, also where the SDK's own list is kept", async () => {
        const strict = { gate: "strict" } as const;
        const first = await generate(
          version,
          surfaceOf(strict),
          [[{ name: "tool_load", input: { names: ["create_issue"] } }], "Loaded."],
          [user("Load it")],
          { streams },
        );
        const second = await generate(
          version,
          surfaceOf(strict),
          [[{ name: "tool_call", input: { name: "create_issue", arguments: { title: "Later" } } }], "Done."],
          [user("Load it"), ...first.messages, user("Use it")],
          { streams },
        );
        expect(second.results).toEqual(['{"opened":"Later"}']);
        expect(second.asked[0]?.tools).toEqual(first.asked[0]?.tools);
        expect(second.asked[0]?.prompt.slice(0, 4)).toEqual(first.asked[1]?.prompt.slice(0, 4));
      });

      test("a dialect without a bridge answers wrong calls too", async () => {
        const { results } = await generate(
          version,
          surfaceOf({ dialect: "quartet", strategy: "append" }),
          [[{ name: "raed", input: {} }], [{ name: "create_isue", input: { title: "x" } }], "Done."],
          [user("Go")],
          { streams },
        );
        expect(results[0]).toContain("read(");
        expect(results[1]).toContain("create_issue");
      });

      test("a tool that fails is an error of the SDK's own", async () => {
        const tools: SdkTools = {
          read: {
            description: "Read a file",
            inputSchema: z.object({}),
            execute: () => {
              throw new Error("The disk is gone");
            },
          },
        };
        const { messages } = await generate(
          version,
          surfaceOf({ tools }),
          [[{ name: "read", input: {} }], "Done."],
          [user("Go")],
          { streams },
        );
        expect(partsOf(messages)[1]?.output).toMatchObject({
          type: "error-text",
          value: expect.stringContaining("The disk is gone"),
        });
      });
    });
  }
}

test("a runtime of the host's own is taken as it is", async () => {
  const runtime = createRuntime({
    tools: [defineTool({ name: "ping", description: "Answer", run: () => "pong" })],
    strategy: "all",
  });
  const { results } = await generate(
    7,
    withPlimsoll(runtime),
    [[{ name: "ping", input: {} }], "Done."],
    [user("Go")],
  );
  expect(results).toEqual(["pong"]);
});
