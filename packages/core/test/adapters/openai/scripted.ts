/** A call that a scripted model makes; `tool_find` becomes a search where the request offers one. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly namespace?: string;
  /** Its id, where it is not to be counted. */
  readonly id?: string;
}

/** One reply of a scripted model. */
export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Items as they are, before the calls. */
  readonly items?: readonly unknown[];
  readonly status?: string;
  /** What the ids of its items are made of; absent: which request it answers. */
  readonly key?: string;
}

/** The body of a request, as far as tests look at it. */
export interface Body {
  readonly model: string;
  readonly instructions?: string;
  readonly input: readonly Readonly<Record<string, unknown>>[];
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly stream?: boolean;
}

/** Stands in for an API: what it was sent, as bytes, and a `fetch` that answers from a script. */
export interface ScriptedApi {
  readonly bodies: string[];
  readonly fetch: typeof fetch;
  body(at?: number): Body;
}

/** An API that answers the requests one after the other; its path says in which shape. */
export function scriptedApi(script: (step: number, body: Body) => ScriptedReply): ScriptedApi {
  const bodies: string[] = [];
  return {
    bodies,
    body: (at = -1) => JSON.parse(bodies.at(at) ?? "null"),
    fetch: async (url, init) => {
      const text = String(init?.body);
      const at = bodies.push(text) - 1;
      const body: Body = JSON.parse(text);
      const reply = script(at, body);
      const step = reply.key ?? String(at);
      const isChat = String(url).endsWith("/chat/completions");
      const whole = isChat ? toCompletion(step, body, reply) : toResponse(step, body, reply);
      if (body.stream !== true) return Response.json(whole);
      return toStream(isChat ? toChunks(step, reply) : toEvents(whole), isChat);
    },
  };
}

/** A reply as the Responses API gives it. */
function toResponse(step: string, body: Body, { text, calls = [], items = [], status }: ScriptedReply) {
  const isSearching = body.tools?.some(
    ({ type, execution }) => type === "tool_search" && execution === "client",
  );
  const output = [
    { type: "reasoning", id: `rs_${step}`, summary: [], encrypted_content: `sealed ${step}` },
    ...items,
    ...(text === undefined ? [] : [toMessage(step, text)]),
    ...calls.map(({ id, ...call }, at) => {
      const call_id = id ?? `call_${step}_${at}`;
      const shared = { id: `fc_${step}_${at}`, call_id, status: "completed" };
      if (call.name === "tool_find" && isSearching) {
        return { type: "tool_search_call", ...shared, execution: "client", arguments: call.arguments };
      }
      return { type: "function_call", ...shared, ...call, arguments: toArguments(call.arguments) };
    }),
  ];
  return {
    id: `resp_${step}`,
    object: "response",
    created_at: 1,
    status: status ?? "completed",
    model: body.model,
    output,
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function toMessage(step: string, text: string) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${step}`, role: "assistant", status: "completed", content };
}

/** The events of a streamed response. */
function toEvents(whole: ReturnType<typeof toResponse> | ReturnType<typeof toCompletion>): unknown[] {
  const output = "output" in whole ? whole.output : [];
  return [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response: whole },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** A reply as Chat Completions give it. */
function toCompletion(
  step: string,
  body: Body,
  { text = null, calls = [] }: { text?: string | null; calls?: readonly ScriptedCall[] },
) {
  const tool_calls = calls.map((call, at) => ({
    id: call.id ?? `call_${step}_${at}`,
    type: "function",
    function: { name: call.name, arguments: toArguments(call.arguments) },
  }));
  const message = {
    role: "assistant",
    content: text,
    refusal: null,
    reasoning_content: `thought ${step}`,
    ...(calls.length === 0 ? {} : { tool_calls }),
  };
  const finish_reason = calls.length === 0 ? "stop" : "tool_calls";
  return {
    id: `chatcmpl-${step}`,
    object: "chat.completion",
    created: 1,
    model: body.model,
    choices: [{ index: 0, message, finish_reason, logprobs: null }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

/** The chunks of a streamed completion. */
function toChunks(step: string, { text, calls = [] }: ScriptedReply): unknown[] {
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    id: `chatcmpl-${step}`,
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  });
  return [
    chunk({ role: "assistant", content: text ?? null }),
    ...calls.map((call, index) => {
      const called = { name: call.name, arguments: toArguments(call.arguments) };
      return chunk({
        tool_calls: [{ index, id: call.id ?? `call_${step}_${index}`, type: "function", function: called }],
      });
    }),
    chunk({}, calls.length === 0 ? "stop" : "tool_calls"),
  ];
}

function toStream(events: readonly unknown[], isChat: boolean): Response {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return new Response([...lines, ...(isChat ? ["data: [DONE]\n\n"] : [])].join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}

function toArguments(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
