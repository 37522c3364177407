import type { Policy } from "@plimsoll/core";
import { type SdkTools, withPlimsoll } from "@plimsoll/core/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Appended, generate, partsOf } from "./generate.ts";

const GO = { role: "user", content: "Go" };

/** What one surface ran, so that a second one over the same messages can be told from the first. */
function surfaceOf(policy: Policy = {}) {
  const ran: string[] = [];
  const run =
    (name: string) =>
    ({ path }: { path: string }) => {
      ran.push(`${name} ${path}`);
      return `${name} ${path}`;
    };
  const inputSchema = z.object({ path: z.string() });
  const tools: SdkTools = {
    read: { description: "Read a file", inputSchema, execute: run("read") },
    erase: { description: "Erase a file", inputSchema, execute: run("erase"), needsApproval: true },
    move: {
      description: "Move a file",
      inputSchema,
      execute: run("move"),
      needsApproval: ({ path }: { path: string }) => path === "important",
    },
    pick: { description: "Ask the user to pick a file", inputSchema },
  };
  const manifest = {
    version: "1",
    provides: { tools: ["erase", "move"].map((name) => ({ name, lazy: true })) },
  };
  return { ran, surface: withPlimsoll({ tools, manifest, policy, strategy: "bridge" }) };
}

const through = (name: string, path: string) => [{ name: "tool_call", input: { name, arguments: { path } } }];

for (const version of [6, 7] as const) {
  describe(`leave that the SDK asks for, with version ${version}`, () => {
    const asked = (messages: readonly Appended[]) =>
      partsOf(messages).flatMap(({ type, approvalId }) =>
        type === "tool-approval-request"
          ? [{ type: "tool-approval-response", approvalId, approved: true }]
          : [],
      );

    test.each([
      ["one that always needs it", "erase", "a", {}],
      ["one whose name is not quite right", "Erase", "a", {}],
      ["one that needs it for these arguments", "move", "important", {}],
      ["one that policy wants it for", "read", "a", { approve: ["read"] }],
    ])("is asked for behind the bridge too: %s", async (_of, name, path, policy) => {
      const first = surfaceOf(policy);
      const streamed = await generate(version, first.surface, [through(name, path)], [GO], { streams: true });
      expect(asked(streamed.messages)).toHaveLength(1);
      const { messages } = await generate(version, first.surface, [through(name, path)], [GO]);
      const responses = asked(messages);
      expect(responses).toHaveLength(1);
      expect(first.ran).toEqual([]);

      const again = surfaceOf(policy);
      const history = [GO, ...messages, { role: "tool", content: responses }];
      const { results } = await generate(version, again.surface, ["Done."], history);
      expect(again.ran).toEqual([`${name.toLowerCase()} ${path}`]);
      expect(results).toEqual(again.ran);
    });

    test("that was refused is refused, and nothing runs", async () => {
      const first = surfaceOf();
      const { messages } = await generate(version, first.surface, [through("erase", "a")], [GO]);
      const responses = asked(messages).map((response) => ({ ...response, approved: false }));
      const again = surfaceOf();
      const history = [GO, ...messages, { role: "tool", content: responses }];
      await generate(version, again.surface, ["As you like."], history);
      expect(again.ran).toEqual([]);
    });

    test("is not asked for where the call needs none, or would be refused anyway", async () => {
      const { surface, ran } = surfaceOf();
      const script = [
        through("move", "b"),
        [{ name: "tool_call", input: { name: "erase", arguments: {} } }],
        "Done.",
      ];
      const { results } = await generate(version, surface, script, [GO]);
      expect(ran).toEqual(["move b"]);
      expect(results[1]).toContain("Next, if you meant this");
    });
  });

  describe(`a tool that the host answers, with version ${version}`, () => {
    test("comes back to the host, in the array even where everything else is deferred", async () => {
      const { surface } = surfaceOf();
      const { messages, asked } = await generate(
        version,
        surface,
        [[{ name: "pick", input: { path: "." } }]],
        [GO],
      );
      expect(asked[0]?.tools?.map(({ name }) => name)).toContain("pick");
      const [call] = partsOf(messages);
      expect(messages).toHaveLength(1);
      const answer = {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: call?.toolCallId,
            toolName: "pick",
            output: { type: "text", value: "a.ts" },
          },
        ],
      };
      const next = await generate(
        version,
        surfaceOf().surface,
        ["You picked a.ts."],
        [GO, ...messages, answer],
      );
      expect(next.messages).toHaveLength(1);
    });

    test("behind the bridge, the model is told to call it by its own name", async () => {
      const { surface } = surfaceOf();
      const { results } = await generate(version, surface, [through("pick", "."), "Done."], [GO]);
      expect(results[0]).toContain("Call it by its own name");
    });
  });
}
