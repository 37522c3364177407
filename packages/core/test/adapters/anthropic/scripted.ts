import Anthropic from "@anthropic-ai/sdk";
import { type WireRequest, whyRefused } from "./api-rules.ts";

/** A block of a reply. */
export type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** What the model answers: its blocks, and why it stopped where that is not plain from them. */
export type ScriptedReply =
  | readonly Block[]
  | { readonly content: readonly Block[]; readonly stop_reason: string | null };

/** A client of the real SDK over a model that follows a script, and everything that was sent to it. */
export interface ScriptedModel {
  readonly client: Anthropic;
  /** What it is called by: for another client of the same API. */
  readonly fetch: typeof fetch;
  readonly bodies: string[];
  readonly requests: WireRequest[];
  readonly betas: string[];
}

/** Answers each request with the next reply, as JSON or as events; what the API would refuse is refused. */
export function scriptedModel(reply: (at: number, request: WireRequest) => ScriptedReply): ScriptedModel {
  const bodies: string[] = [];
  const requests: WireRequest[] = [];
  const betas: string[] = [];
  const answer: typeof fetch = async (_url, init) => {
    const body = String(init?.body);
    const request: WireRequest = JSON.parse(body);
    const beta = new Headers(init?.headers).get("anthropic-beta") ?? "";
    bodies.push(body);
    requests.push(request);
    betas.push(beta);
    const refused = whyRefused(request, beta.split(","));
    if (refused !== undefined) return refuse(refused);
    const message = toMessage(requests.length, reply(requests.length - 1, request));
    if (request.stream !== true) return Response.json(message);
    return new Response(toEvents(message), { headers: { "content-type": "text/event-stream" } });
  };
  const client = new Anthropic({ apiKey: "none", fetch: answer, maxRetries: 0 });
  return { client, fetch: answer, bodies, requests, betas };
}

let count = 0;

/** A call, as a model makes it. */
export function use(name: string, input: unknown = {}): Block {
  count += 1;
  return { type: "tool_use", id: `toolu_${count}`, name, input };
}

/** Words of the model. */
export function say(text: string): Block {
  return { type: "text", text };
}

/** Anthropic's own search, and what it found. */
export function found(...names: readonly string[]): Block[] {
  count += 1;
  const id = `srvtoolu_${count}`;
  return [
    { type: "server_tool_use", id, name: "tool_search_tool_bm25", input: { query: names.join(" ") } },
    {
      type: "tool_search_tool_result",
      tool_use_id: id,
      content: {
        type: "tool_search_tool_search_result",
        tool_references: names.map((tool_name) => ({ type: "tool_reference", tool_name })),
      },
    },
  ];
}

function toMessage(at: number, reply: ScriptedReply) {
  const content = "content" in reply ? reply.content : reply;
  const calls = content.some(({ type }) => type === "tool_use");
  return {
    id: `msg_${at}`,
    type: "message",
    role: "assistant",
    model: "claude-opus-4-8",
    content,
    stop_reason: "content" in reply ? reply.stop_reason : calls ? "tool_use" : "end_turn",
    stop_sequence: null,
    context_management: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function refuse(message: string): Response {
  const error = { type: "invalid_request_error", message };
  return Response.json({ type: "error", error }, { status: 400 });
}

function toEvents({ content, stop_reason, ...message }: ReturnType<typeof toMessage>): string {
  const events: object[] = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap((block, index) => toBlockEvents(block, index)),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  return events
    .map((event) => `event: ${(event as Block).type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

function toBlockEvents(block: Block, index: number): object[] {
  const delta = (part: object) => ({ type: "content_block_delta", index, delta: part });
  const between = (start: object, ...deltas: object[]): object[] => [
    { type: "content_block_start", index, content_block: start },
    ...deltas,
    { type: "content_block_stop", index },
  ];
  switch (block.type) {
    case "text":
      return between({ ...block, text: "" }, delta({ type: "text_delta", text: block["text"] }));
    case "thinking":
      return between(
        { ...block, thinking: "", signature: "" },
        delta({ type: "thinking_delta", thinking: block["thinking"] }),
        delta({ type: "signature_delta", signature: block["signature"] }),
      );
    case "tool_use":
    case "server_tool_use": {
      const json = JSON.stringify(block["input"]);
      const parts = [json.slice(0, 3), json.slice(3)].filter((part) => part !== "");
      return between(
        { ...block, input: {} },
        ...parts.map((partial_json) => delta({ type: "input_json_delta", partial_json })),
      );
    }
    default:
      return between(block);
  }
}
