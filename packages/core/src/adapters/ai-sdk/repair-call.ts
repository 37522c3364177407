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
  /** Keeps the text of arguments that are no JSON: the answer shows them. */
  keepMalformed(callId: string, text: string): void;
}

const BRIDGE = "tool_call";

/**
 * Brings a call that the SDK cannot place to the runtime, which answers it: what was wrong, the schema, the next call.
 * The call stays as the model wrote it. Only where the host has switched tools off does it go through the bridge,
 * if that is on, or is the SDK's own error.
 */
export async function repairCall<Call extends BrokenCall>(
  { toolCall, tools }: RepairOptions<Call>,
  repairer: Repairer,
): Promise<Call | null> {
  const { toolCallId, toolName, input } = toolCall;
  const isJson = input.trim() === "" || readJson(input) !== undefined;
  if (!isJson) repairer.keepMalformed(toolCallId, input);
  // A history takes objects only.
  const readable = isJson ? toolCall : { ...toolCall, input: "{}" };
  repairer.register(toolName);
  if (Object.hasOwn(tools, toolName)) return readable;
  if (!Object.hasOwn(tools, BRIDGE)) return null;
  const through = JSON.stringify({ name: toolName, arguments: readJson(input) ?? input });
  return { ...toolCall, toolName: BRIDGE, input: through };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
