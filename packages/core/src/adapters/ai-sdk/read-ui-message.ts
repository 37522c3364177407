import type { ToolCall } from "../../activation/message.ts";
import { addUserParts, toJsonText, toParts, toText } from "../transcript-parts.ts";
import type { Part, ResultParts, TranscriptWriter } from "../transcript-writer.ts";

/** Reads one message of a user interface: there, a call and its result are one part, and a message is many steps. */
export function readUiMessage(message: Part, writer: TranscriptWriter): void {
  const { role } = message;
  const parts = toParts(message["parts"], "parts", writer);
  if (role === "user") addUserParts(parts, writer);
  else if (role === "assistant") readSteps(parts, writer);
  else if (role === "system") writer.skip(role);
  else writer.refuse(message);
}

/** One step of a message, while its parts are read. */
interface UiStep {
  readonly others: Part[];
  readonly calls: ToolCall[];
  readonly results: ResultParts[];
}

function readSteps(parts: readonly Part[], writer: TranscriptWriter): void {
  let step = newStep();
  for (const [at, part] of parts.entries()) {
    if (part["type"] === "step-start") {
      addStep(step, writer);
      step = newStep();
    } else readPart(part, `parts/${at}`, step, writer);
  }
  addStep(step, writer);
}

function newStep(): UiStep {
  return { others: [], calls: [], results: [] };
}

function addStep({ others, calls, results }: UiStep, writer: TranscriptWriter): void {
  writer.addReply(toText(others, writer), calls);
  for (const result of results) writer.addResult(result);
}

function readPart(
  part: Part,
  place: string,
  { others, calls, results }: UiStep,
  writer: TranscriptWriter,
): void {
  const name = toolNameOf(part);
  if (name === undefined) others.push(part);
  else if (part["providerExecuted"] === true) writer.skip("tool-call of the provider");
  // A call that was still being written was never made.
  else if (part["state"] === "input-streaming") writer.skip("input-streaming");
  else {
    const call = writer.toCall(part["toolCallId"], name, part["input"], place);
    calls.push(call);
    results.push(...toResults(part, call.id));
  }
}

/** `tool-NAME` for a tool that the program knows, `dynamic-tool` for one that it does not. */
function toolNameOf({ type, toolName, toolCallId }: Part): unknown {
  if (type === "dynamic-tool") return toolName ?? "";
  const isTool = typeof type === "string" && type.startsWith("tool-") && typeof toolCallId === "string";
  return isTool ? type.slice("tool-".length) : undefined;
}

function toResults({ state, output, errorText }: Part, callId: string): ResultParts[] {
  if (state !== "output-available" && state !== "output-error") return [];
  const isError = state === "output-error";
  return [{ callId, content: [{ type: "text", text: toJsonText(isError ? errorText : output) }], isError }];
}
