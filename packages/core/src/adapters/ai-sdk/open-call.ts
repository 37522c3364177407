import { derive } from "../../activation/derive.ts";
import { PlimsollError } from "../../errors.ts";
import { isRecord } from "../../internal/is-record.ts";
import { once } from "../../internal/once.ts";
import type { Step } from "../../runtime/runtime.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { plainWire } from "./plain-wire.ts";
import { readMessages } from "./read-messages.ts";
import { type BrokenCall, type RepairOptions, repairCall } from "./repair-call.ts";
import type { SdkMessage, SdkTool } from "./sdk-types.ts";
import { type SdkModel, toStepModel, wireFor } from "./step-model.ts";
import type { SurfaceAsker, SurfaceParts } from "./surface-parts.ts";
import { type OpenBatch, type SurfaceTool, toSurfaceTool } from "./surface-tool.ts";
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

/** One call of the SDK, which may be many steps. It keeps what it has registered, and no state of the conversation. */
export function openCall<const Params extends SurfaceParams>(
  parts: SurfaceParts,
  params: Params,
  asker: SurfaceAsker,
): OpenCall<Params> {
  const { runtime, own, foreign, schemas } = parts;
  // Without a prototype, any name is only a name.
  const tools: Record<string, SurfaceTool> = Object.assign(Object.create(null), foreign);
  const malformed = new Map<string, string>();
  const batches = new WeakMap<object, OpenBatch>();
  const first = toAsked(params.model);
  let asked = first;

  const ownTool = (wireName: string): SdkTool | undefined => {
    const resolution = runtime.catalog.snapshot().resolve(wireName, (entry) => entry.wireName === wireName);
    return resolution.type === "found" ? own.get(resolution.entry.name) : undefined;
  };
  const batchFor = (messages: readonly SdkMessage[]): OpenBatch =>
    batches.get(messages) ?? keep(take(messages), messages);
  const keep = (step: Step, messages: object, toolsContext: OpenBatch["toolsContext"] = {}): OpenBatch => {
    const opened = { batch: once(() => step.openBatch()), toolsContext };
    batches.set(messages, opened);
    return opened;
  };
  const context = { malformed, own, ownTool, batchFor };
  const register = (definitions: readonly ToolDefinition[]): void => {
    for (const definition of definitions) tools[definition.name] ??= toSurfaceTool(definition, context);
  };
  /** Registers what the model can call by its name: the array, and what the history gives it. */
  const take = (messages: readonly SdkMessage[]): Step => {
    const history = readMessages(messages);
    const { model, wire } = asked;
    const step = runtime.step({ ...asker, history, model, provider: wire.provider });
    register(step.tools);
    if (step.strategy === "native" || step.strategy === "transcript") {
      const { revealed } = derive([...history, ...step.before], runtime.catalog.snapshot());
      register(revealed.map(({ definition }) => definition));
    }
    return step;
  };

  const prepareStep = async (options: StepOptions): Promise<object> => {
    await schemas;
    const given = ((await params.prepareStep?.(options)) ?? {}) as Partial<StepOptions>;
    const { model = options.model, messages = options.messages } = given;
    if (!isModel(model)) {
      throw new PlimsollError(
        "OPTION_INVALID",
        "prepareStep names a model by a text. Return the model itself.",
        { option: "model", value: model },
      );
    }
    asked = toAsked(model, given.model === undefined ? first.version : undefined);
    const step = take(messages);
    const toolsContext = (options.toolsContext ?? {}) as OpenBatch["toolsContext"];
    batches.set(options.messages, keep(step, messages, toolsContext));
    return { ...given, model: toStepModel(model, { step, wire: asked.wire, ownTool }) };
  };

  const repairToolCall: RepairToolCall = (options) =>
    repairCall(options, {
      register: (name) => register([{ name, description: "", inputSchema: {} }]),
      malformed,
    });

  // So that leave given before the first step finds its tools.
  take(params.messages ?? []);
  return {
    // What is handed on keeps its type; what is added has the one that is declared.
    settings: {
      ...params,
      tools,
      prepareStep,
      repairToolCall,
      experimental_repairToolCall: repairToolCall,
      ...forAgents(parts, params, asker),
    } as unknown as SurfaceSettings<Params>,
    allTools() {
      const { dialect, catalog } = runtime;
      register(dialect.tools.map(({ definition }) => definition));
      for (const entry of catalog.snapshot().entries()) {
        register([{ ...entry.definition, name: dialect.wireNameOf?.(entry) ?? entry.wireName }]);
      }
      return tools;
    },
  };
}

/** An agent leads many conversations: each of its calls is opened by itself, with its own messages. */
function forAgents(
  parts: SurfaceParts,
  { messages, prepareStep }: SurfaceParams,
  asker: SurfaceAsker,
): object {
  if (messages !== undefined) return {};
  return {
    prepareCall: async (call: SurfaceParams & { readonly prompt?: unknown }): Promise<object> => {
      const prompt = Array.isArray(call.prompt) ? (call.prompt as readonly SdkMessage[]) : [];
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
  /** Of the model's specification. */
  readonly version?: string;
}

function toAsked(model: unknown, specification?: string): Asked {
  if (!isModel(model)) return { model: typeof model === "string" ? model : "", wire: plainWire };
  const { modelId, specificationVersion: version } = model;
  return { model: modelId, wire: wireFor(model, specification ?? version), version };
}

function isModel(model: unknown): model is SdkModel {
  return isRecord(model) && "doGenerate" in model;
}
