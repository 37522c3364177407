import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import { generateText, type ModelMessage, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import {
  generateText as generateText6,
  type ModelMessage as ModelMessage6,
  stepCountIs as stepCountIs6,
  tool as tool6,
} from "ai-6";
import { MockLanguageModelV3 as MockModel6 } from "ai-6/test";
import { expect, test } from "vitest";
import { z } from "zod";
import { answerWith } from "./scripted.ts";

const SCRIPT = [
  [{ name: "tool_find", input: { query: "open an issue" } }],
  [{ name: "tool_call", input: { name: "create_issue", arguments: { title: "Login" } } }],
  [{ name: "read", input: { path: "a.ts" } }],
  "Done.",
] as const;

test("program 2 is typed and runs with version 7", async () => {
  const tools = {
    read: tool({
      description: "Read a file",
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => `read ${path}`,
    }),
    edit: tool({
      description: "Edit a file",
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => ({ edited: path }),
    }),
    create_issue: tool({
      description: "Open an issue",
      inputSchema: z.object({ title: z.string() }),
      execute: ({ title }) => `opened ${title}`,
    }),
  };
  const model = new MockLanguageModelV4(answerWith(SCRIPT));
  const messages: ModelMessage[] = [{ role: "user", content: "File a bug" }];

  const surface = withPlimsoll({ tools, pins: ["read", "edit"], strategy: "bridge" });
  const result = await generateText({ ...surface.for({ model, messages }), stopWhen: stepCountIs(20) });
  messages.push(...surface.messages(result)); // survives JSON, reload, another process

  expect(result.text).toBe("Done.");
  expect(JSON.stringify(messages)).toContain("opened Login");
  const again = withPlimsoll({ tools, pins: ["read", "edit"], strategy: "bridge" });
  expect(again.summarise(messages, "")[0]?.content[0]?.providerOptions["plimsoll"]).toMatchObject({
    summary: {
      turns: 1,
      records: expect.arrayContaining([expect.objectContaining({ role: "opening", strategy: "bridge" })]),
    },
  });
});

test("program 2 is typed and runs with version 6", async () => {
  const tools = {
    read: tool6({
      description: "Read a file",
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => `read ${path}`,
    }),
    edit: tool6({
      description: "Edit a file",
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => ({ edited: path }),
    }),
    create_issue: tool6({
      description: "Open an issue",
      inputSchema: z.object({ title: z.string() }),
      execute: ({ title }) => `opened ${title}`,
    }),
  };
  const model = new MockModel6(answerWith(SCRIPT));
  const messages: ModelMessage6[] = [{ role: "user", content: "File a bug" }];

  const surface = withPlimsoll({ tools, pins: ["read", "edit"], strategy: "bridge" });
  const result = await generateText6({ ...surface.for({ model, messages }), stopWhen: stepCountIs6(20) });
  messages.push(...surface.messages(result)); // survives JSON, reload, another process

  expect(result.text).toBe("Done.");
  expect(JSON.stringify(messages)).toContain("opened Login");
  const again = withPlimsoll({ tools, pins: ["read", "edit"], strategy: "bridge" });
  expect(again.summarise(messages, "")[0]?.content[0]?.providerOptions["plimsoll"]).toMatchObject({
    summary: {
      turns: 1,
      records: expect.arrayContaining([expect.objectContaining({ role: "opening", strategy: "bridge" })]),
    },
  });
});
