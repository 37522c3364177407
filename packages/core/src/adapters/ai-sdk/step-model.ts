import type { Step } from "../../runtime/runtime.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import { openaiWire } from "./openai-wire.ts";
import { plainWire } from "./plain-wire.ts";
import type { SdkMessage, SdkOptions, SdkTool } from "./sdk-types.ts";
import { toStamp } from "./stamp.ts";
import { toFunction, type Wire, type WireCall, type WireTool } from "./wire.ts";
import { writePrompt } from "./write-prompt.ts";

/** A model of the SDK, of any version of its specification. */
export interface SdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls?: unknown;
  doGenerate(options: ModelOptions): PromiseLike<{ readonly content: readonly WireCall[] }>;
  doStream(options: ModelOptions): PromiseLike<{ readonly stream: ReadableStream<WireCall> }>;
}

/** What a model is asked with: what is looked at, and whatever else there is. */
interface ModelOptions {
  readonly prompt: readonly SdkMessage[];
  readonly tools?: readonly WireTool[] | undefined;
  readonly providerOptions?: SdkOptions | undefined;
}

/** What is told to the provider of a model in its own way, and what to any. */
export function wireFor({ provider }: Pick<SdkModel, "provider">, version: string): Wire {
  if (provider === "anthropic.messages")
    return anthropicWire({ byValue: version !== "v2" && version !== "v3" });
  return provider === "openai.responses" && version === "v4" ? openaiWire : plainWire;
}

/** What one step is asked with. */
export interface StepModelOptions {
  readonly step: Step;
  readonly wire: Wire;
  /** The host's own tool of a wire name. */
  ownTool(wireName: string): SdkTool | undefined;
}

/**
 * The model of one step: it is sent the step's array, prompt section and messages, whatever else is registered, and its
 * answer carries what came before it.
 */
export function toStepModel(model: SdkModel, { step, wire, ownTool }: StepModelOptions): SdkModel {
  const { opening } = step;
  const toTool = (definition: ToolDefinition): WireTool => {
    const { strict, inputExamples, providerOptions } = ownTool(definition.name) ?? {};
    return { ...toFunction(definition), ...{ inputExamples, providerOptions, strict } };
  };
  const toReader = (): ((part: WireCall) => WireCall) => {
    const stamp = toStamp(step.before);
    return (part) => stamp(wire.fromCall(part, opening));
  };
  const prepare = (options: ModelOptions): ModelOptions => ({
    ...options,
    prompt: writePrompt(options.prompt, step, wire),
    tools: toArray(options.tools, wire.toTools(step, toTool), step),
    providerOptions: wire.toOptions(options.providerOptions, opening),
  });
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    async doGenerate(options) {
      const result = await model.doGenerate(prepare(options));
      return { ...result, content: result.content.map(toReader()) };
    },
    async doStream(options) {
      const result = await model.doStream(prepare(options));
      const read = toReader();
      const pieces = new TransformStream<WireCall, WireCall>({
        transform: (part, controller) => controller.enqueue(read(part)),
      });
      return { ...result, stream: result.stream.pipeThrough(pieces) };
    },
  };
}

/**
 * Provider-defined tools as the SDK has prepared them, then ours: under `append` only the end may grow. A tool that the
 * host has switched off by `activeTools` is off.
 */
function toArray(
  prepared: readonly WireTool[] | undefined,
  ours: readonly WireTool[],
  { opening: { tools: head } }: Step,
): readonly WireTool[] | undefined {
  if (prepared === undefined) return undefined;
  const there = new Set(prepared.map(({ name }) => name));
  const isHead = new Set(head.map(({ name }) => name));
  const foreign = prepared.filter(({ type }) => type === "provider");
  return [...foreign, ...ours.filter(({ name }) => there.has(name) || !isHead.has(name))];
}
