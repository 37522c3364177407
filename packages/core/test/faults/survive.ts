import {
  type AcceptOptions,
  createRuntime,
  type Message,
  type Outcome,
  type PendingMessage,
  type ResultMessage,
  type Runtime,
  type RuntimeOptions,
  type Tool,
} from "@plimsoll/core";
import { expect } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, type Talk, talkWith, textOf } from "../runtime/talk.ts";

/** What a faulty call came to. */
export interface Survived {
  readonly runtime: Runtime;
  readonly talk: Talk;
  /** Of the call in a batch. */
  readonly entry: ResultMessage | PendingMessage;
  /** The words the model was told. */
  readonly text: string;
  /** Of the same call by itself. */
  readonly outcome: Outcome;
}

/** How a faulty tool is called. */
export interface SurviveOptions extends Partial<RuntimeOptions> {
  readonly input?: unknown;
  /** Made anew for the batch and for the call by itself. */
  readonly accept?: () => AcceptOptions;
}

/**
 * Calls a faulty tool twice: in a conversation, between two healthy calls of the same batch, and by itself. Holds what
 * must hold whatever the fault is: the healthy calls succeed, every call has one answer, in order, the history is
 * JSON, and the conversation goes on.
 */
export async function survive(
  faulty: Tool,
  { input = {}, accept = () => ({}), ...options }: SurviveOptions = {},
): Promise<Survived> {
  const runtime = createRuntime({ tools: [faulty, aTool("healthy")], ...options });
  const talk = talkWith(runtime);
  const named = ["healthy", faulty.name, "healthy"];
  const calls = named.map((name, at) => ({ id: `batch-${at}`, ...calling(name, at === 1 ? input : {}) }));
  talk.history.push(...(await talk.step().accept({ calls }, accept())));

  const answers = talk.history.filter(isAnswer);
  expect(answers.map(({ callId, name }) => [callId, name])).toEqual(calls.map(({ id, name }) => [id, name]));
  const [first, entry, last] = answers;
  if (entry === undefined) throw new Error("there is no answer");
  expect([wordsOf(first), wordsOf(last)]).toEqual(["ran healthy", "ran healthy"]);
  expect(JSON.parse(JSON.stringify(talk.history))).toEqual(talk.history);

  await goOn(runtime, talk, entry);
  const alone = await runtime.call({ name: faulty.name, arguments: input }, toCallOptions(accept()));
  return { runtime, talk, entry, text: wordsOf(entry), outcome: alone.outcome };
}

/** A tool whose handler is this. */
export function faulty(run: (...given: Parameters<RunOf>) => unknown, extra: Partial<Tool> = {}): Tool {
  return aTool("faulty", { execution: { type: "run", run }, ...extra });
}

type RunOf = Extract<Tool["execution"], { type: "run" }>["run"];

/** The next step works; a call that waits is declined first, in a process that only has the history. */
async function goOn(runtime: Runtime, talk: Talk, entry: ResultMessage | PendingMessage): Promise<void> {
  if (entry.role === "pending") {
    const history: Message[] = JSON.parse(JSON.stringify(talk.history));
    const answers = { [entry.callId]: { type: "declined" as const } };
    talk.history.push(...(await runtime.resume({ history, model: "m", answers })));
  }
  await talk.call(calling("healthy"));
  expect(talk.textOf("healthy")).toBe("ran healthy");
}

function toCallOptions({ signal, progress }: AcceptOptions) {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(progress === undefined
      ? {}
      : { progress: (update: Parameters<typeof progress>[1]) => progress("", update) }),
  };
}

function isAnswer(message: Message): message is ResultMessage | PendingMessage {
  return message.role === "tool" || message.role === "pending";
}

function wordsOf(entry: ResultMessage | PendingMessage | undefined): string {
  return entry?.role === "tool" ? textOf(entry) : "";
}
