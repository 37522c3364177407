import { createRuntime, type ResultMessage, type Runtime, type RuntimeOptions } from "@plimsoll/core";
import { goEntTools } from "../../../../examples/quartet/tools.ts";
import { quartet } from "../../src/dialects/quartet/quartet.ts";
import { calling, type Talk, talkWith } from "../runtime/talk.ts";

/** A runtime over the 26 tools that speaks this dialect. */
export function aQuartet(options: RuntimeOptions = {}): Runtime {
  return createRuntime({ tools: goEntTools, ...options, dialect: quartet });
}

/** What a model reads of a result, block by block, and what a program reads. */
export interface Read {
  readonly blocks: readonly string[];
  readonly data: unknown;
  readonly isError: boolean;
}

/** A conversation in which a scripted model makes one call a step. */
export interface QuartetTalk extends Talk {
  ask(name: string, input?: unknown): Promise<Read>;
  /** The names in the array of the next step. */
  listed(): string[];
}

/** Begins a conversation. */
export function quartetTalk(
  runtime: Runtime = aQuartet(),
  input: Parameters<typeof talkWith>[1] = {},
): QuartetTalk {
  const talk = talkWith(runtime, input);
  return Object.assign(talk, {
    async ask(name: string, sent?: unknown): Promise<Read> {
      const entries = await talk.call(calling(name, sent));
      const result = entries.find((entry): entry is ResultMessage => entry.role === "tool");
      if (result === undefined) throw new Error(`${name} has no result.`);
      const blocks = result.content.map((block) => (block.type === "text" ? block.text : ""));
      return { blocks, data: result.structuredContent, isError: result.isError === true };
    },
    listed: () => talk.step().tools.map(({ name }) => name),
  });
}

/** The names of a list that a tool answered. */
export function namesOf({ blocks: [list = "[]"] }: Read): string[] {
  return (JSON.parse(list) as { name: string }[]).map(({ name }) => name);
}
