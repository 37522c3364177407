import { setTimeout as delay } from "node:timers/promises";
import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import { ASKING_TOOLS, capabilitiesOf } from "./fixture-asking-tools.ts";
import { PIXEL, SILENCE } from "./fixture-media.ts";
import { type FixtureTool, textResult } from "./fixture-tool.ts";

const PAUSE_MS = 50;

/** Every tool that a scenario of either revision calls, with the answer that the scenario expects of it. */
export const FIXTURE_TOOLS: readonly FixtureTool[] = [
  { name: "test_simple_text", run: () => textResult("Another text.") },
  {
    name: "test_image_content",
    run: () => ({ content: [{ type: "image", data: PIXEL, mimeType: "image/png" }] }),
  },
  {
    name: "test_audio_content",
    run: () => ({ content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] }),
  },
  {
    name: "test_embedded_resource",
    run: () => ({
      content: [
        {
          type: "resource",
          resource: {
            uri: "test://embedded-resource",
            mimeType: "text/plain",
            text: "This is an embedded resource content.",
          },
        },
      ],
    }),
  },
  {
    name: "test_multiple_content_types",
    run: () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        { type: "image", data: PIXEL, mimeType: "image/png" },
        {
          type: "resource",
          resource: {
            uri: "test://mixed-content-resource",
            mimeType: "application/json",
            text: JSON.stringify({ test: "data", value: 123 }),
          },
        },
      ],
    }),
  },
  {
    name: "test_error_handling",
    run: () => ({ ...textResult("This tool intentionally returns an error for testing"), isError: true }),
  },
  { name: "test_tool_with_logging", run: (_input, context) => logThrice(context) },
  { name: "test_logging_tool", run: (_input, context) => logThrice(context) },
  {
    name: "test_tool_with_progress",
    async run(_input, { mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progress > 0) await delay(PAUSE_MS);
        if (progressToken === undefined) continue;
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      return textResult(`Progress was reported for ${progressToken}`);
    },
  },
  {
    name: "test_missing_capability",
    run(_input, context) {
      if (capabilitiesOf(context).sampling !== undefined) return textResult("The client can sample.");
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  {
    name: "test_trigger_tool_change",
    run(_input, { announce }) {
      announce("tools");
      return textResult("The list of tools was announced as changed.");
    },
  },
  {
    name: "test_trigger_prompt_change",
    run(_input, { announce }) {
      announce("prompts");
      return textResult("The list of prompts was announced as changed.");
    },
  },
  {
    name: "json_schema_2020_12_tool",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    run: () => textResult("The arguments fit."),
  },
  ...ASKING_TOOLS,
];

async function logThrice({
  mcpReq,
}: Parameters<FixtureTool["run"]>[1]): Promise<ReturnType<typeof textResult>> {
  await mcpReq.log("info", "Tool execution started");
  await delay(PAUSE_MS);
  await mcpReq.log("info", "Tool processing data");
  await delay(PAUSE_MS);
  await mcpReq.log("info", "Tool execution completed");
  return textResult("Three messages were logged.");
}
