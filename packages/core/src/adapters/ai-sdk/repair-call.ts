import { readJson } from "../../internal/read-json.ts";

/** A call as the SDK could not read it. */
export interface BrokenCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON, or what should have been. */
  readonly input: string;
}

/** What a call is repaired with. */
export interface RepairOptions<Call extends BrokenCall> {
  readonly toolCall: Call;
  /** The tools of this step. */
  readonly tools: object;
}

/** How a surface makes good what it is told. */
export interface Repairer {
  /** Makes a name one that the SDK can call. */
  register(name: string): void;
  /** Keeps the text of arguments that are no JSON, by call id: the answer shows them. */
  readonly malformed: Map<string, string>;
}

const BRIDGE = "tool_call";

/**
 * Brings a call that the SDK cannot place to the runtime, which answers it: what was wrong, the schema, the next call.
 * The call stays as the model wrote it. Only where the host has switched tools off does it go through the bridge,
 * if that is on, or is the SDK's own error.
 */
export async function repairCall<Call extends BrokenCall>(
  { toolCall, tools }: RepairOptions<Call>,
  { register, malformed }: Repairer,
): Promise<Call | null> {
  const { toolCallId, toolName, input } = toolCall;
  const read = readJson(input.trim() || "{}");
  if (read === undefined) malformed.set(toolCallId, input);
  register(toolName);
  // A history takes objects only.
  if (Object.hasOwn(tools, toolName)) return read === undefined ? { ...toolCall, input: "{}" } : toolCall;
  if (!Object.hasOwn(tools, BRIDGE)) return null;
  const through = JSON.stringify({ name: toolName, arguments: read ?? input });
  return { ...toolCall, toolName: BRIDGE, input: through };
}
