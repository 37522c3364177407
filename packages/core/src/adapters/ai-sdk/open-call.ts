import { derive } from "../../activation/derive.ts";
import { PlimsollError } from "../../errors.ts";
import type { Batch, Step } from "../../runtime/runtime.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { readMessages } from "./read-messages.ts";
import { type BrokenCall, type RepairOptions, repairCall } from "./repair-call.ts";
import type { SdkCall } from "./run-sdk-tool.ts";
import type { SdkMessage } from "./sdk-types.ts";
import { type SdkModel, toStepModel, wireFor } from "./step-model.ts";
import type { SurfaceAsker, SurfaceParts } from "./surface-parts.ts";
import { type SurfaceTool, toSurfaceTool } from "./surface-tool.ts";
import type { Wire } from "./wire.ts";

/** What a call of the SDK is made with, as far as it is looked at; everything else is handed on. */
export interface SurfaceParams {
  readonly model?: unknown;
  readonly messages?: readonly SdkMessage[];
  /** The host's own; its answer is merged with Plimsoll's. */
  readonly prepareStep?: ((options: StepOptions) => unknown) | undefined;
}

/** What the SDK says of a step before it takes it. */
export interface StepOptions {
  readonly stepNumber: number;
  readonly steps: readonly unknown[];
  readonly messages: readonly SdkMessage[];
  readonly model: unknown;
  /** Contexts of tools, in version 7. */
  readonly toolsContext?: unknown;
}

/** The settings of a call: the host's own, and the tools, the steps and the repairs of the surface. */
export type SurfaceSettings<Params> = Omit<Params, "prepareStep" | "tools" | "messages"> &
  (Params extends { readonly messages: readonly (infer Message)[] } ? { messages: Message[] } : unknown) & {
    tools: Record<string, SurfaceTool>;
    prepareStep: <Model>(options: StepOptions & { readonly model: Model }) => Promise<{ model: Model }>;
    /** As version 7 calls it. */
    repairToolCall: RepairToolCall;
    /** As version 6 calls it. */
    experimental_repairToolCall: RepairToolCall;
  };

/** Makes good a call that the SDK cannot place. */
export type RepairToolCall = <Call extends BrokenCall>(options: RepairOptions<Call>) => Promise<Call | null>;

/** A call that has been opened. */
export interface OpenCall<Params> {
  readonly settings: SurfaceSettings<Params>;
  /** Every tool there is, registered. */
  allTools(): Record<string, SurfaceTool>;
}

interface OpenBatch {
  readonly step: Step;
  readonly toolsContext: SdkCall["toolsContext"];
  batch?: Batch;
}

/** One call of the SDK, which may be many steps. It keeps what it has registered, and no state of the conversation. */
export function openCall<const Params extends SurfaceParams>(
  parts: SurfaceParts,
  params: Params,
  asker: SurfaceAsker,
): OpenCall<Params> {
  const { runtime, own, foreign } = parts;
  // Without a prototype, any name is only a name.
  const tools: Record<string, SurfaceTool> = Object.assign(Object.create(null), foreign);
  const malformed = new Map<string, string>();
  const batches = new WeakMap<object, OpenBatch>();
  const version = isModel(params.model) ? params.model.specificationVersion : undefined;
  let asked: Asked = toAsked(params.model, version);

  const take = (messages: readonly SdkMessage[]): Step =>
    runtime.step({
      ...asker,
      history: readMessages(messages),
      model: asked.model,
      provider: asked.wire.provider,
    });

  const ownTool = (wireName: string) => {
    const resolution = runtime.catalog.snapshot().resolve(wireName, (entry) => entry.wireName === wireName);
    return resolution.type === "found" ? own.get(resolution.entry.name) : undefined;
  };
  const context = {
    malformed,
    ownTool,
    ownToolNamed: (name: string) => own.get(name),
    batchFor(messages: readonly SdkMessage[]) {
      const opened = batches.get(messages) ?? { step: take(messages), toolsContext: {} };
      batches.set(messages, opened);
      opened.batch ??= opened.step.openBatch();
      return { batch: opened.batch, toolsContext: opened.toolsContext };
    },
  };
  const register = (definitions: readonly ToolDefinition[]): void => {
    for (const definition of definitions) tools[definition.name] ??= toSurfaceTool(definition, context);
  };
  /** What the model can call by its name: the array, and what the history gives it. */
  const registerStep = (step: Step, messages: readonly SdkMessage[]): void => {
    register(step.tools);
    if (step.strategy !== "native" && step.strategy !== "transcript") return;
    const history = readMessages(messages);
    const { revealed } = derive([...history, ...step.before], runtime.catalog.snapshot());
    register(revealed.map(({ definition }) => definition));
  };

  const prepareStep = async (options: StepOptions): Promise<object> => {
    await parts.schemas;
    const given = ((await params.prepareStep?.(options)) ?? {}) as {
      model?: unknown;
      messages?: SdkMessage[];
    };
    const model = given.model ?? options.model;
    if (!isModel(model)) throw notAModel(model);
    const messages = given.messages ?? options.messages;
    asked = toAsked(model, given.model === undefined ? version : undefined);
    const step = take(messages);
    registerStep(step, messages);
    const opened: OpenBatch = { step, toolsContext: { ...(options.toolsContext ?? {}) } };
    batches.set(messages, opened);
    batches.set(options.messages, opened);
    return { ...given, model: toStepModel(model, { step, wire: asked.wire, ownTool }) };
  };

  const repairToolCall: RepairToolCall = (options) =>
    repairCall(options, {
      register: (name) => register([{ name, description: "", inputSchema: {} }]),
      keepMalformed: (callId, text) => malformed.set(callId, text),
    });

  // So that leave given before the first step finds its tools.
  const messages = params.messages ?? [];
  registerStep(take(messages), messages);
  const added = { tools, prepareStep, repairToolCall, experimental_repairToolCall: repairToolCall };
  return {
    // What is handed on keeps its type; what is added has the one that is declared.
    settings: {
      ...params,
      ...added,
      ...forAgents(parts, params, asker),
    } as unknown as SurfaceSettings<Params>,
    allTools() {
      const { dialect, catalog } = runtime;
      register(dialect.tools.map(({ definition }) => definition));
      const entries = catalog.snapshot().entries();
      register(
        entries.map((entry) => ({
          ...entry.definition,
          name: dialect.wireNameOf?.(entry) ?? entry.wireName,
        })),
      );
      return tools;
    },
  };
}

/** An agent leads many conversations: each of its calls is opened by itself, with its own messages. */
function forAgents(parts: SurfaceParts, params: SurfaceParams, asker: SurfaceAsker): object {
  if (params.messages !== undefined) return {};
  return {
    prepareCall: async (call: SurfaceParams & { readonly prompt?: unknown }): Promise<object> => {
      const prompt = Array.isArray(call.prompt) ? (call.prompt as readonly SdkMessage[]) : [];
      const { prepareStep } = params;
      const given = { ...call, prepareStep, messages: call.messages ?? prompt };
      const { messages: _messages, ...settings } = openCall(parts, given, asker).settings;
      return { ...call, ...settings };
    },
  };
}

/** What a step is asked for. */
interface Asked {
  readonly model: string;
  readonly wire: Wire;
}

function toAsked(model: unknown, version: string | undefined): Asked {
  if (!isModel(model)) {
    return { model: typeof model === "string" ? model : "", wire: wireFor({ provider: "" }, "") };
  }
  return { model: model.modelId, wire: wireFor(model, version ?? model.specificationVersion) };
}

function isModel(model: unknown): model is SdkModel {
  return typeof model === "object" && model !== null && "doGenerate" in model;
}

function notAModel(value: unknown): PlimsollError<"OPTION_INVALID"> {
  return new PlimsollError(
    "OPTION_INVALID",
    "prepareStep names a model by a text. Return the model itself.",
    { option: "model", value },
  );
}
