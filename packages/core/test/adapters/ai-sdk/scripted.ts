/** One reply of a scripted model: words, or calls. An input that is a text is given as it is, JSON or not. */
export type ScriptedReply = string | readonly { readonly name: string; readonly input: unknown }[];

interface Answer {
  readonly content: (TextPart | CallPart)[];
  readonly finishReason: FinishReason;
}

interface TextPart {
  type: "text";
  text: string;
}

interface CallPart {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: string;
}

interface FinishReason {
  unified: "stop" | "tool-calls";
  raw: string;
}

type Chunk =
  | CallPart
  | { type: "stream-start"; warnings: [] }
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string; providerMetadata: Record<string, Record<string, string>> }
  | { type: "finish"; finishReason: FinishReason; usage: typeof USAGE };

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** What a mock model of the SDK answers with: the next reply of a script at every step. */
export function answerWith(script: readonly ScriptedReply[]) {
  let step = 0;
  const id = Math.random().toString(36).slice(2, 8);
  const next = () => {
    const reply = script[step];
    step += 1;
    if (reply === undefined) throw new Error(`The script has no step ${step}.`);
    return toAnswer(reply, `${id}-${step}`);
  };
  return {
    modelId: "scripted",
    doGenerate: async () => ({ ...next(), usage: USAGE, warnings: [] }),
    doStream: async () => {
      const { content, finishReason } = next();
      const chunks: Chunk[] = [
        { type: "stream-start", warnings: [] },
        ...content.flatMap((part): Chunk[] => {
          if (part.type === "tool-call") return [part];
          const { text } = part;
          return [
            { type: "text-start", id: "1" },
            { type: "text-delta", id: "1", delta: text },
            // As some providers do, which would take away what the beginning said.
            { type: "text-end", id: "1", providerMetadata: { other: { itemId: "x" } } },
          ];
        }),
        { type: "finish", finishReason, usage: USAGE },
      ];
      return { stream: streamOf(chunks) };
    },
  };
}

function streamOf<Chunk>(chunks: readonly Chunk[]): ReadableStream<Chunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function toAnswer(reply: ScriptedReply, id: string): Answer {
  if (typeof reply === "string") {
    return { content: [{ type: "text", text: reply }], finishReason: { unified: "stop", raw: "stop" } };
  }
  return {
    content: reply.map(({ name, input }, at) => ({
      type: "tool-call",
      toolCallId: `call-${id}-${at}`,
      toolName: name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    })),
    finishReason: { unified: "tool-calls", raw: "tool_use" },
  };
}
