import { toSummary } from "../../activation/kept-records.ts";
import { createRuntime } from "../../runtime/create-runtime.ts";
import type { Runtime, RuntimeOptions, SourceFailure } from "../../runtime/runtime.ts";
import type { Tool } from "../../tool/tool.ts";
import { fromSdkTool } from "./from-sdk-tool.ts";
import { openCall, type SurfaceParams, type SurfaceSettings } from "./open-call.ts";
import { readMessages } from "./read-messages.ts";
import { type ResponseMessages, readResponse } from "./response-messages.ts";
import type { JsonObject, SdkMessage, SdkTool, SdkTools } from "./sdk-types.ts";
import { KEY, toJson } from "./stamp.ts";
import type { SurfaceAsker, SurfaceParts } from "./surface-parts.ts";
import type { SurfaceTool } from "./surface-tool.ts";

/** What a surface is made from: a runtime's options, with the SDK's own tools among the others. */
export interface PlimsollOptions extends Omit<RuntimeOptions, "tools"> {
  readonly tools?: SdkTools | readonly Tool[];
}

/** A message that stands in place of others. */
export interface SummaryModelMessage {
  role: "user";
  content: { type: "text"; text: string; providerOptions: Record<string, JsonObject> }[];
}

/** A tool surface for `generateText`, `streamText` and agents. It holds no conversation: that stands in the messages. */
export interface PlimsollSurface extends ResponseMessages {
  /** The settings of one call, or of an agent where no messages are given: what was passed, and what Plimsoll adds. */
  for<const Params extends SurfaceParams>(params: Params, asker?: SurfaceAsker): SurfaceSettings<Params>;
  /** A message to put in place of these, in a host's own words: what they loaded stays loaded. */
  summarise(messages: readonly SdkMessage[], text: string): SummaryModelMessage[];
  /** Every tool by its wire name: for `convertToModelMessages`, so that records survive a user interface. */
  readonly tools: Record<string, SurfaceTool>;
  readonly runtime: Runtime;
  /** Waits for schemas and for the first listing of sources. Steps wait for schemas by themselves. */
  ready(): Promise<readonly SourceFailure[]>;
}

/** Puts Plimsoll between the AI SDK and its tools, in version 6 or 7. */
export function withPlimsoll(options: PlimsollOptions | Runtime): PlimsollSurface {
  const parts: SurfaceParts =
    "step" in options ? { runtime: options, own: new Map(), foreign: {} } : open(options);
  const { runtime } = parts;
  return {
    runtime,
    for: (params, asker = {}) => openCall(parts, params, asker).settings,
    messages: readResponse,
    summarise(messages, text) {
      const { role: _role, text: words, ...summary } = toSummary(readMessages(messages), text);
      const providerOptions = { [KEY]: toJson({ summary }) };
      return [{ role: "user", content: [{ type: "text", text: words, providerOptions }] }];
    },
    get tools() {
      return openCall(parts, {}, {}).allTools();
    },
    async ready() {
      await parts.schemas;
      return runtime.ready();
    },
  };
}

function open({ tools = {}, ...options }: PlimsollOptions): SurfaceParts {
  const own = new Map<string, SdkTool>();
  const foreign: Record<string, SdkTool> = Object.create(null);
  const made: (Tool | Promise<Tool>)[] = [];
  for (const [name, tool] of Object.entries<SdkTool | Tool>(tools)) {
    if ("execution" in tool) made.push(tool);
    else if (tool.type === "provider") foreign[name] = tool;
    else {
      own.set(name, tool);
      made.push(fromSdkTool(name, tool));
    }
  }
  const ready = made.filter((tool): tool is Tool => !(tool instanceof Promise));
  const runtime = createRuntime({ ...options, tools: ready });
  if (ready.length === made.length) return { runtime, own, foreign };
  // Tools whose schemas have to be waited for join the others then.
  const schemas = Promise.all(made).then((all) =>
    runtime.catalog.replace({ id: "code", kind: "code" }, { tools: all }),
  );
  // A schema that cannot be had fails the first step, and not the process.
  schemas.catch(() => {});
  return { runtime, own, foreign, schemas };
}
