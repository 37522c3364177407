import type { ToolCall } from "../../activation/message.ts";
import { copyJson } from "../../internal/copy-json.ts";
import { defined } from "../../internal/defined.ts";
import type { Batch } from "../../runtime/runtime.ts";
import type { StandardSchema } from "../../tool/standard-schema.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { SdkCall } from "./run-sdk-tool.ts";
import type { SdkCallOptions, SdkMessage, SdkOutput, SdkTool } from "./sdk-types.ts";
import type { SurfaceParts } from "./surface-parts.ts";
import { toModelOutput, toOutput } from "./tool-output.ts";

/** A tool as the SDK runs it: every call goes through the runtime, by whatever name it was made. */
export interface SurfaceTool {
  readonly description: string;
  readonly inputSchema: StandardSchema;
  readonly toModelOutput: (options: {
    toolCallId: string;
    input: unknown;
    output: unknown;
  }) => Promise<SdkOutput>;
  readonly needsApproval: (input: unknown, options: SdkCallOptions) => Promise<boolean>;
  /** Absent where the host itself answers the call. */
  readonly execute?: (input: unknown, options: SdkCallOptions) => AsyncIterable<unknown> | Promise<unknown>;
}

/** What the tools of a surface work with. */
export interface SurfaceToolContext {
  /** The batch that a call belongs to, by the messages that its step was given. */
  batchFor(messages: readonly SdkMessage[]): OpenBatch;
  /** The text of arguments that are no JSON, by call id. */
  readonly malformed: ReadonlyMap<string, string>;
  /** The host's own tools by canonical name, and the one of a wire name. */
  readonly own: SurfaceParts["own"];
  ownTool(wireName: string): SdkTool | undefined;
}

/** The calls of one reply, and what the host gave for their tools. */
export interface OpenBatch extends Pick<SdkCall, "toolsContext"> {
  /** Opened by the first call. */
  batch(): Batch;
}

/** Registers one name with the SDK. The definition is for its types alone: what is sent comes from the step. */
export function toSurfaceTool(
  { name, description, inputSchema }: ToolDefinition,
  context: SurfaceToolContext,
): SurfaceTool {
  const own = context.ownTool(name);
  const toCall = (input: unknown, { toolCallId }: SdkCallOptions): ToolCall => ({
    id: toolCallId,
    name,
    arguments: context.malformed.get(toolCallId) ?? input,
  });
  const run = async (
    input: unknown,
    options: SdkCallOptions,
    preliminary: (value: unknown) => void,
  ): Promise<unknown> => {
    const { batch, toolsContext } = context.batchFor(options.messages);
    const call: SdkCall = { options, toolsContext, preliminary };
    const { abortSignal: signal } = options;
    // The SDK has asked for the user's leave where `needsApproval` told it to.
    const entry = await batch().answer(toCall(input, options), {
      ...defined({ signal }),
      approved: true,
      host: call,
    });
    return toOutput(entry, call, own !== undefined);
  };
  const isHosts = own !== undefined && own.execute === undefined;
  return {
    ...pass(own),
    description,
    inputSchema: takesAnything(inputSchema),
    toModelOutput: (options) => toModelOutput(options, own),
    needsApproval: async (input, options) => {
      const looked = await context.batchFor(options.messages).batch().look(toCall(input, options));
      if (looked === undefined) return false;
      if (looked.approve) return true;
      const { needsApproval = false } = context.own.get(looked.entry.name) ?? {};
      const ask = needsApproval as boolean | ((input: unknown, options: object) => unknown);
      return (typeof ask === "boolean" ? ask : await ask(looked.input, options)) === true;
    },
    ...(isHosts
      ? {}
      : { execute: isGenerator(own) ? (...args) => relay(run, ...args) : (...args) => run(...args, ignore) }),
  };
}

/** What a host's tool tells the SDK beside its schema and its handler: titles, callbacks, contexts. */
function pass({ execute: _execute, inputExamples: _examples, ...rest }: SdkTool = {}): object {
  return rest;
}

/** The runtime checks arguments, and answers what is wrong with them; the SDK would only say that something is. */
function takesAnything(schema: ToolDefinition["inputSchema"]): StandardSchema {
  // The SDK writes into what it is given.
  const say = (): Record<string, unknown> => copyJson({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "plimsoll",
      validate: (value) => ({ value }),
      jsonSchema: { input: say, output: say },
    },
  };
}

function isGenerator(own: SdkTool | undefined): boolean {
  return own?.execute?.constructor.name === "AsyncGeneratorFunction";
}

type Run = (
  input: unknown,
  options: SdkCallOptions,
  preliminary: (value: unknown) => void,
) => Promise<unknown>;

/** Hands values on as a tool gives them. */
async function* relay(run: Run, input: unknown, options: SdkCallOptions): AsyncGenerator<unknown> {
  const waiting: unknown[] = [];
  let wake = ignore;
  let isOver = false;
  const result = run(input, options, (value) => {
    waiting.push(value);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited below, where it may fail.
  result.catch(ignore);
  let last: unknown = result;
  while (!isOver || waiting.length > 0) {
    if (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    for (last of waiting.splice(0)) yield last;
  }
  const value = await result;
  if (value !== last) yield value;
}

function ignore(): void {}
