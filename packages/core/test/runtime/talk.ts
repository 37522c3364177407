import type { Message, ResultMessage, Runtime, Step, StepInput, ToolCall } from "@plimsoll/core";

/** A conversation in a test: what is said and called is kept in its history. */
export interface Talk {
  history: Message[];
  say(text: string): void;
  step(more?: Partial<StepInput>): Step;
  /** Takes a step, lets the model make these calls, and answers the entries that came of it. */
  call(...calls: Omit<ToolCall, "id">[]): Promise<Message[]>;
  /** The text of the newest result of a name. */
  textOf(name: string): string;
}

/** Begins a conversation with a user's message. */
export function talkWith(runtime: Runtime, input: Partial<StepInput> = {}): Talk {
  let count = 0;
  const talk: Talk = {
    history: [{ role: "user", text: "Begin" }],
    say: (text) => void talk.history.push({ role: "user", text }),
    step: (more) => runtime.step({ model: "m", ...input, ...more, history: talk.history }),
    async call(...calls) {
      const named = calls.map((call) => ({ id: `call-${++count}`, ...call }));
      const entries = await talk.step().accept({ calls: named });
      talk.history.push(...entries);
      return entries;
    },
    textOf(name) {
      const results = talk.history.filter(
        (message): message is ResultMessage => message.role === "tool" && message.name === name,
      );
      return textOf(results.at(-1));
    },
  };
  return talk;
}

/** The words of a result. */
export function textOf(result: Pick<ResultMessage, "content"> | undefined): string {
  return (result?.content ?? []).map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

/** A call, as a model makes it. */
export function calling(name: string, input: unknown = {}): Omit<ToolCall, "id"> {
  return { name, arguments: input };
}
