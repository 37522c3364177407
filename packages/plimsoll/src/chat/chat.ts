import {
  derive,
  type Message,
  type PendingAnswer,
  type PendingMessage,
  PlimsollError,
  type Policy,
  type Runtime,
  type Step,
  toSummary,
} from "@plimsoll/core";
import { toCountOf } from "../cli/output.ts";
import { type ChatLine, readLine, type TypedCall } from "./read-line.ts";
import { indent, renderChange, renderSurface } from "./render-surface.ts";

/** A conversation in which a person plays the model. */
export interface Chat {
  /** What the model sees before it has said anything. */
  open(): string[];
  /** Takes a line, and answers what there is to see. */
  enter(line: string): Promise<string[]>;
  /** What the next line is for. */
  readonly asks: "model" | "host" | "user" | "nobody";
}

/** What a chat is held with. */
export interface ChatOptions {
  readonly runtime: Runtime;
  readonly model: string;
}

const HELP = [
  "name({…})        call a tool; end the line with & to add another call to the same reply",
  "> text           the user says something, and a new turn begins",
  "any other text   the model says something",
  "/show            the request as the model is given it: tools, prompt, messages",
  "/surface         the array and the prompt section, in short",
  "/tool NAME       one definition as it stands in the array",
  "/loaded          what is loaded, and since which turn",
  "/history         the history as JSON, to be kept",
  "/compact [WORDS] put a summary in place of everything so far",
  "/deny [PATTERN…] deny tools from now on; nothing after it: deny nothing",
  "/mode [NAME]     change the mode",
  "/help, /quit",
];

/** Starts a chat. */
export function createChat({ runtime, model }: ChatOptions): Chat {
  let history: Message[] = [];
  let policy: Policy = {};
  let mode: string | undefined;
  let isOver = false;
  let calls: TypedCall[] = [];
  let count = 0;
  let last: Step | undefined;

  const input = () => ({ history, model, policy, ...(mode === undefined ? {} : { mode }) });
  const waiting = (): PendingMessage | undefined => derive(history, runtime.catalog.snapshot()).pending[0];
  const takeStep = (): Step => runtime.step(input());
  const isName = (word: string): boolean =>
    takeStep().tools.some(({ name }) => name === word) ||
    runtime.catalog.snapshot().resolve(word).type === "found";

  const see = (entries: readonly Message[]): string[] => {
    history = [...history, ...entries];
    const pending = waiting();
    if (pending !== undefined) return [...entries.flatMap(renderEntry), ...askFor(pending)];
    const now = takeStep();
    const change = last === undefined ? [] : renderChange(last, now);
    last = now;
    return [...entries.flatMap(renderEntry), ...change];
  };

  const reply = async (text: string | undefined): Promise<string[]> => {
    const named = calls.map((call) => ({ id: `call-${++count}`, ...call }));
    calls = [];
    const entries = await takeStep().accept({ ...(text === undefined ? {} : { text }), calls: named });
    return see(entries);
  };

  const answer = async (pending: PendingMessage, line: string): Promise<string[]> => {
    const given = toAnswer(pending, line);
    return see(await runtime.resume({ ...input(), answers: { [pending.callId]: given } }));
  };

  const command = (name: string, rest: string): string[] => {
    switch (name) {
      case "help":
        return HELP;
      case "quit":
        isOver = true;
        return [];
      case "show": {
        const { tools, prompt, messages } = takeStep();
        return JSON.stringify({ tools, prompt, messages }, undefined, 2).split("\n");
      }
      case "surface":
        return renderSurface(takeStep());
      case "tool": {
        const tool = takeStep().tools.find((one) => one.name === rest);
        return tool === undefined
          ? [`"${rest}" is not in the array.`]
          : JSON.stringify(tool, undefined, 2).split("\n");
      }
      case "loaded": {
        const { loaded } = derive(history, runtime.catalog.snapshot());
        return loaded.length === 0
          ? ["Nothing is loaded."]
          : loaded.map((tool) => `${tool.name}, since turn ${tool.at}, ${tool.standing}`);
      }
      case "history":
        return [JSON.stringify(history)];
      case "compact":
        history = [toSummary(history, rest === "" ? "What was said before." : rest)];
        return [`The history is one summary now. ${afterChange()}`];
      case "deny":
        policy = rest === "" ? {} : { deny: rest.split(/\s+/u) };
        return [afterChange()];
      case "mode":
        mode = rest === "" ? undefined : rest;
        return [afterChange()];
      default:
        return [`There is no /${name}. /help says what there is.`];
    }
  };

  const afterChange = (): string => {
    const now = takeStep();
    const [line = ""] = last === undefined ? [""] : renderChange(last, now);
    last = now;
    return line;
  };

  const act = async (line: ChatLine): Promise<string[]> => {
    switch (line.type) {
      case "nothing":
        return calls.length === 0 ? [] : reply(undefined);
      case "command":
        return command(line.name, line.rest);
      case "user":
        return see([{ role: "user", text: line.text }]);
      case "words":
        return reply(line.text);
      default:
        calls.push(line.call);
        return line.isMore ? [`${toCountOf(calls.length, "call")} so far`] : reply(undefined);
    }
  };

  return {
    get asks() {
      if (isOver) return "nobody";
      const pending = waiting();
      if (pending === undefined) return "model";
      return pending.waitsFor.type === "host" ? "host" : "user";
    },
    open() {
      last = takeStep();
      return [...renderSurface(last), "Type a call as the model would write it, name({…}), or /help."];
    },
    async enter(text) {
      try {
        const pending = waiting();
        if (pending !== undefined && !text.startsWith("/")) return await answer(pending, text);
        return await act(readLine(text, isName));
      } catch (error) {
        if (!PlimsollError.is(error)) throw error;
        calls = [];
        return [error.message];
      }
    },
  };
}

function renderEntry(entry: Message): string[] {
  switch (entry.role) {
    case "tool": {
      const { outcome, tool, notice, record } = entry.meta ?? {};
      const about = [
        outcome,
        ...(tool === undefined ? [] : [tool]),
        ...(record?.type === "load" ? [`loads ${record.tools.map(({ name }) => name).join(", ")}`] : []),
        ...(notice === undefined ? [] : [`notice: ${notice}`]),
      ];
      const blocks = entry.content.map((block) => (block.type === "text" ? block.text : `(${block.type})`));
      return [`${entry.name} (${about.join("; ")})`, ...indent(blocks.join("\n"))];
    }
    case "user":
      return [`${entry.from ?? "user"}:`, ...indent(entry.text)];
    case "opening":
      return [
        `opening record: ${entry.strategy}, ${toCountOf(entry.tools.length, "tool")}, kept in the history`,
      ];
    default:
      return [];
  }
}

function askFor({ tool, waitsFor }: PendingMessage): string[] {
  return waitsFor.type === "host"
    ? [
        `${tool} has no handler here. You are its host: type its result, or ! and an error.`,
        `input: ${JSON.stringify(waitsFor.input)}`,
      ]
    : [
        `${tool} waits for the user. Type yes, no, or an answer as JSON: ${JSON.stringify(waitsFor.request.requests)}`,
      ];
}

function toAnswer({ waitsFor }: PendingMessage, line: string): PendingAnswer {
  const text = line.trim();
  if (waitsFor.type === "host") {
    return text.startsWith("!")
      ? { type: "failed", message: text.slice(1).trim() }
      : { type: "result", value: toValue(text) };
  }
  if (/^(n|no)$/iu.test(text)) return { type: "declined" };
  const given = /^(y|yes)$/iu.test(text) ? { action: "accept" } : toValue(text);
  const names = Object.keys(waitsFor.request.requests);
  return { type: "answers", answers: Object.fromEntries(names.map((name) => [name, given])) };
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
