import assert from "node:assert/strict";
import OpenAI from "openai";

/** What a model does here, step by step. */
const SCRIPT: readonly object[][] = [
  [
    {
      type: "tool_search_call",
      id: "ts_1",
      call_id: "call_1",
      execution: "client",
      status: "completed",
      arguments: { query: "open an issue", limit: 1 },
    },
  ],
  [
    {
      type: "function_call",
      id: "fc_2",
      call_id: "call_2",
      name: "create_issue",
      namespace: "create_issue",
      arguments: '{"repo":"web","title":"Login fails"}',
    },
  ],
  [
    {
      type: "message",
      id: "msg_3",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "I filed it in web.", annotations: [] }],
    },
  ],
];

/** A request as it came over the wire. */
interface SentRequest {
  readonly model: string;
  readonly tools: readonly { readonly type: string; readonly name?: string }[];
  readonly input: readonly Readonly<Record<string, unknown>>[];
}

/** Every request that was made. */
export const requests: SentRequest[] = [];

/** The real client over a network that is not there: it prints what it is sent, and answers from the script. */
export const client = new OpenAI({
  apiKey: "none",
  maxRetries: 0,
  fetch: async (_url, init) => {
    const request: SentRequest = JSON.parse(String(init?.body));
    const known = requests.at(-1)?.input.length ?? 0;
    const output = SCRIPT[requests.length];
    assert(output, "the conversation is over");
    requests.push(request);
    console.log(
      `request ${requests.length}: ${request.tools.map(({ name, type }) => name ?? type).join(", ")}`,
    );
    for (const item of request.input.slice(known)) console.log(`  ${JSON.stringify(item)}`);
    return Response.json({ id: `resp_${requests.length}`, object: "response", status: "completed", output });
  },
});
