/** One reply of a scripted model: words, or calls. An input that is a text is sent as it is, JSON or not. */
export type ScriptedReply = string | readonly ScriptedCall[];

/** One call of a scripted reply. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: unknown;
}

/** A `fetch` that plays a model of Anthropic or of OpenAI, and what it was sent. */
export interface ScriptedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** The bodies of requests, as they were sent. */
  readonly bodies: readonly string[];
  readonly headers: readonly Headers[];
}

/** Answers each request with the next reply, whole or as a stream, as the request asks. */
export function scriptedFetch(replies: readonly ScriptedReply[]): ScriptedFetch {
  const bodies: string[] = [];
  const headers: Headers[] = [];
  return {
    bodies,
    headers,
    fetch: async (url, init) => {
      const text = String(init?.body);
      bodies.push(text);
      headers.push(new Headers(init?.headers));
      const reply = replies[bodies.length - 1];
      if (reply === undefined) throw new Error(`The script has no reply ${bodies.length}.`);
      const body = JSON.parse(text) as { readonly stream?: boolean; readonly tools?: readonly Entry[] };
      const isAnthropic = String(url).includes("/messages");
      const id = bodies.length;
      const response = isAnthropic ? toMessage(reply, id) : toResponse(reply, id, body.tools ?? []);
      if (body.stream !== true) return Response.json(response);
      const events = isAnthropic
        ? toMessageEvents(toMessage(reply, id))
        : toResponseEvents(toResponse(reply, id, body.tools ?? []));
      const sse = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(sse, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

interface Entry {
  readonly type?: string;
}

function toMessage(reply: ScriptedReply, id: number) {
  const content =
    typeof reply === "string"
      ? [{ type: "text", text: reply }]
      : reply.map(({ name, input }, at) => ({ type: "tool_use", id: `toolu_${id}_${at}`, name, input }));
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content,
    stop_reason: typeof reply === "string" ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function toMessageEvents(message: ReturnType<typeof toMessage>): { readonly type: string }[] {
  const { content, stop_reason, usage, ...rest } = message;
  const blocks = content.flatMap((block, index) => {
    const isText = block.type === "text";
    const start = isText ? { ...block, text: "" } : { ...block, input: {} };
    const said = "text" in block ? block.text : "";
    const delta = isText
      ? { type: "text_delta", text: said }
      : { type: "input_json_delta", partial_json: "input" in block ? asJson(block.input) : "" };
    return [
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ];
  });
  return [
    { type: "message_start", message: { ...rest, content: [], stop_reason: null, usage } } as {
      type: string;
    },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } } as {
      type: string;
    },
    { type: "message_stop" },
  ];
}

function toResponse(reply: ScriptedReply, id: number, tools: readonly Entry[]) {
  const searches = tools.some(({ type }) => type === "tool_search");
  const output =
    typeof reply === "string"
      ? [
          {
            type: "message",
            id: `msg_${id}`,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: reply, annotations: [] }],
          },
        ]
      : reply.map(({ name, input }, at) =>
          searches && name === "tool_find"
            ? {
                type: "tool_search_call",
                id: `ts_${id}_${at}`,
                call_id: `call_${id}_${at}`,
                execution: "client",
                status: "completed",
                arguments: input,
              }
            : {
                type: "function_call",
                id: `fc_${id}_${at}`,
                call_id: `call_${id}_${at}`,
                name,
                arguments: asJson(input),
                status: "completed",
              },
        );
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 1,
    status: "completed",
    model: "scripted",
    output,
    incomplete_details: null,
    error: null,
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function toResponseEvents(response: ReturnType<typeof toResponse>): { readonly type: string }[] {
  const items = response.output.flatMap((item, output_index): { readonly type: string }[] => {
    const events: object[] = [{ type: "response.output_item.added", output_index, item: toStarted(item) }];
    if (item.type === "message" && "content" in item) {
      const delta = item.content[0]?.text ?? "";
      events.push({
        type: "response.output_text.delta",
        item_id: item.id,
        output_index,
        content_index: 0,
        delta,
      });
    }
    if (item.type === "function_call") {
      const delta = "arguments" in item ? item.arguments : "";
      events.push({ type: "response.function_call_arguments.delta", item_id: item.id, output_index, delta });
    }
    events.push({ type: "response.output_item.done", output_index, item });
    return events as { readonly type: string }[];
  });
  return [
    { type: "response.created", response: { ...response, output: [], status: "in_progress" } } as {
      type: string;
    },
    ...items,
    { type: "response.completed", response } as { type: string },
  ];
}

function toStarted(item: object): object {
  if ("content" in item) return { ...item, content: [], status: "in_progress" };
  return { ...item, ...("name" in item ? { arguments: "" } : {}), status: "in_progress" };
}

function asJson(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}
