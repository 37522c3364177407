import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ask } from "./fixture-asking-tools.ts";
import { PIXEL } from "./fixture-media.ts";

/** A prompt of the fixture: how it is listed, and what it says. */
export interface FixturePrompt extends Prompt {
  get(input: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

/** Every prompt that a scenario of either revision asks for. */
export const FIXTURE_PROMPTS: readonly FixturePrompt[] = [
  {
    name: "test_simple_prompt",
    description: "A prompt without arguments",
    get: () => said("This is a simple prompt for testing."),
  },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt that repeats its arguments",
    arguments: [
      { name: "arg1", description: "First test argument", required: true },
      { name: "arg2", description: "Second test argument", required: true },
    ],
    get: ({ arg1, arg2 }) => said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt that embeds a resource",
    arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
    get: ({ resourceUri = "" }) => {
      const resource = {
        uri: resourceUri,
        mimeType: "text/plain",
        text: "Embedded resource content for testing.",
      };
      return {
        messages: [
          { role: "user", content: { type: "resource", resource } },
          ...said("Please process the embedded resource above.").messages,
        ],
      };
    },
  },
  {
    name: "test_prompt_with_image",
    description: "A prompt that shows an image",
    get: () => ({
      messages: [
        { role: "user", content: { type: "image", data: PIXEL, mimeType: "image/png" } },
        ...said("Please analyze the image above.").messages,
      ],
    }),
  },
  {
    name: "test_input_required_result_prompt",
    description: "A prompt that asks the user first",
    get: (_input, { mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, "user_context");
      if (answer !== undefined) return said(`Context: ${String(answer["context"])}`);
      const user_context = ask("What context should the prompt use?", "context", { type: "string" });
      return inputRequired({ inputRequests: { user_context } });
    },
  },
];

function said(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
