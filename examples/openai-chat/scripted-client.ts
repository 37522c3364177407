import assert from "node:assert/strict";
import OpenAI from "openai";

/** What a model does here, step by step: calls by name, or words. */
const SCRIPT: readonly ({ readonly name: string; readonly input: object } | string)[] = [
  { name: "tool_find", input: { query: "open an issue", limit: 1 } },
  { name: "tool_call", input: { name: "create_issue", arguments: { repo: "web", title: "Login fails" } } },
  "I filed it in web.",
];

/** A request as it came over the wire. */
interface SentRequest {
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}

/** Every request that was made. */
export const requests: SentRequest[] = [];

/** The real client over a network that is not there: it prints what it is sent, and answers from the script. */
export const client = new OpenAI({
  apiKey: "none",
  baseURL: "https://api.deepseek.com",
  maxRetries: 0,
  fetch: async (_url, init) => {
    const request: SentRequest = JSON.parse(String(init?.body));
    const known = requests.at(-1)?.messages.length ?? 0;
    const reply = SCRIPT[requests.length];
    assert(reply !== undefined, "the conversation is over");
    const step = requests.push(request);
    console.log(`request ${step}: ${request.tools.map((tool) => tool.function.name).join(", ")}`);
    for (const { role, content } of request.messages.slice(known)) {
      if (content !== null) console.log(`  ${role}: ${content}`);
    }
    const message =
      typeof reply === "string"
        ? { role: "assistant", content: reply }
        : { role: "assistant", content: null, tool_calls: [toCall(step, reply.name, reply.input)] };
    const finish_reason = typeof reply === "string" ? "stop" : "tool_calls";
    return Response.json({ id: `chat_${step}`, choices: [{ index: 0, message, finish_reason }] });
  },
});

function toCall(step: number, name: string, input: object) {
  return { id: `call_${step}`, type: "function", function: { name, arguments: JSON.stringify(input) } };
}
