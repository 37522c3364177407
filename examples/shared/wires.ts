import { z } from "zod";

/** What a scripted model does in one step: calls, or its last words. */
export type Move = { readonly calls: readonly ScriptedCall[] } | { readonly say: string };

/** A call of a tool by a scripted model. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** A request as a scripted model reads it. */
export interface Asked {
  readonly system: string;
  /** As they stand in the body, one text each. */
  readonly tools: string;
  readonly messages: readonly string[];
  /** The first thing the user said. */
  readonly user: string;
  /** How many replies came before. */
  readonly step: number;
  /** The results of the last calls. */
  readonly told: string;
}

/** The two ends of a provider's API that a scripted model stands at. */
export interface Wire {
  read(body: unknown): Asked;
  /** `number` makes ids unique in a process: LangGraph takes messages of the same id for one. */
  write(move: Move, number: number): unknown;
}

const Item = z.looseObject({ role: z.string().optional(), type: z.string().optional() });
const MessagesBody = z.object({ system: z.unknown(), tools: z.unknown(), messages: z.array(Item) });
const ResponsesBody = z.object({ instructions: z.unknown(), tools: z.unknown(), input: z.array(Item) });
const Words = z.object({ text: z.unknown(), content: z.unknown(), output: z.unknown() }).partial();

/** Anthropic's Messages. */
export const messages: Wire = {
  read(body) {
    const { system, tools, messages: items } = MessagesBody.parse(body);
    return {
      ...toBytes(system, tools, items),
      user: textIn(items.find(({ role }) => role === "user")),
      step: items.filter(({ role }) => role === "assistant").length,
      told: textIn(items.at(-1)),
    };
  },
  write: (move, number) => ({
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content:
      "say" in move
        ? [{ type: "text", text: move.say }]
        : move.calls.map(({ name, arguments: input }, at) => ({
            type: "tool_use",
            id: `toolu_${number}_${at}`,
            name,
            input,
          })),
    stop_reason: "say" in move ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};

/** OpenAI's Responses. */
export const responses: Wire = {
  read(body) {
    const { instructions, tools, input: items } = ResponsesBody.parse(body);
    return {
      ...toBytes(instructions, tools, items),
      user: textIn(items.find(({ role }) => role === "user")),
      // The scripts that are played on this wire make one call in a step.
      step: items.filter(({ type }) => type === "function_call").length,
      told: textIn(items.at(-1)),
    };
  },
  write: (move, number) => ({
    id: `resp_${number}`,
    object: "response",
    created_at: 1,
    status: "completed",
    model: "scripted",
    output:
      "say" in move
        ? [
            {
              type: "message",
              id: `msg_${number}`,
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: move.say, annotations: [] }],
            },
          ]
        : move.calls.map(({ name, arguments: input }, at) => ({
            type: "function_call",
            id: `fc_${number}_${at}`,
            call_id: `call_${number}_${at}`,
            name,
            arguments: JSON.stringify(input),
            status: "completed",
          })),
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }),
};

function toBytes(system: unknown, tools: unknown, items: readonly unknown[]) {
  return {
    system: JSON.stringify(system),
    tools: JSON.stringify(tools),
    messages: items.map((item) => JSON.stringify(item)),
  };
}

/** The words of a message or a block, in whichever field it has them. */
function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).join("\n");
  const { data } = Words.safeParse(value);
  return data === undefined ? "" : textIn(data.text ?? data.content ?? data.output);
}
