import { derive } from "../../activation/derive.ts";
import type { Message, PendingMessage, ResultMessage } from "../../activation/message.ts";
import type { PerformRequest } from "../../dialects/perform.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

/** What one client has loaded, as the entries that say so: they grow while its session lasts. */
export interface Session {
  readonly id: string;
  readonly loads: Message[];
}

/** What is to be done about a call. */
export type Decision =
  | { readonly type: "answer"; readonly result: ToolResult } // by Plimsoll: a meta-tool, or words on what is wrong
  | { readonly type: "run"; readonly name: string; readonly input: unknown; readonly notice?: string } // by the server
  | { readonly type: "ask"; readonly name: string; readonly requests: Readonly<Record<string, unknown>> }; // the user, first

/** What a call comes with. */
export interface DecideOptions {
  readonly session: Session | undefined;
  readonly signal: AbortSignal;
  /** The user's answers, where the client has asked for them. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
}

const CALL_ID = "call";

/** Names no model: a server does not know who speaks through its client. */
export const MODEL = "";

/** Takes a call of a client through name, policy, gate and arguments. Runs nothing but meta-tools. */
export async function decideCall(
  runtime: Runtime,
  call: PerformRequest,
  { session, signal, answers }: DecideOptions,
): Promise<Decision> {
  if (session === undefined) {
    return decideAlone(runtime, call, { signal, ...(answers === undefined ? {} : { answers: { answers } }) });
  }
  const history = [...session.loads];
  const step = runtime.step({ history, model: MODEL });
  const entries = await step.accept({ calls: [{ id: CALL_ID, ...call }] }, { signal });
  const entry = answerIn(entries);
  keepLoads(session, entry);
  if (entry.role === "tool" || entry.waitsFor.type === "host" || answers === undefined)
    return toDecision(entry);
  const resumed = await runtime.resume({
    history: [...history, ...entries],
    model: MODEL,
    answers: { [CALL_ID]: { type: "answers", answers } },
    signal,
  });
  return toDecision(answerIn(resumed));
}

/** The names of what a session has loaded and the catalog still has, in the order of loading. */
export function loadedNames(runtime: Runtime, { loads }: Session): string[] {
  return derive(loads, runtime.catalog.snapshot()).loaded.map(({ name }) => name);
}

/** Outside any session nothing is remembered, and nothing has to be loaded. */
async function decideAlone(
  runtime: Runtime,
  call: PerformRequest,
  options: Parameters<Runtime["call"]>[1],
): Promise<Decision> {
  const { outcome, result } = await runtime.call(call, options);
  if (outcome.type === "input-required") {
    return { type: "ask", name: outcome.entry.tool.name, requests: outcome.request.requests };
  }
  if (outcome.type !== "host-executes") return { type: "answer", result: result ?? { content: [] } };
  const { entry, input, notice } = outcome;
  return { type: "run", name: entry.tool.name, input, ...(notice === undefined ? {} : { notice }) };
}

function answerIn(entries: readonly Message[]): ResultMessage | PendingMessage {
  const found = entries.find(
    (entry): entry is ResultMessage | PendingMessage => entry.role === "tool" || entry.role === "pending",
  );
  if (found === undefined) throw new Error("A call was accepted, and there is no answer to it.");
  return found;
}

function toDecision(entry: ResultMessage | PendingMessage): Decision {
  if (entry.role === "tool") {
    const { content, structuredContent, isError } = entry;
    return {
      type: "answer",
      result: {
        content,
        ...(structuredContent === undefined ? {} : { structuredContent }),
        ...(isError === undefined ? {} : { isError }),
      },
    };
  }
  const { waitsFor, tool } = entry;
  if (waitsFor.type === "user") return { type: "ask", name: tool, requests: waitsFor.request.requests };
  const { input, notice } = waitsFor;
  // A tool of a server is a tool from code here, whose canonical name is its own.
  return { type: "run", name: tool, input, ...(notice === undefined ? {} : { notice }) };
}

/** Only what was loaded or given back is kept, without the words that told of it. */
function keepLoads({ loads }: Session, entry: ResultMessage | PendingMessage): void {
  if (entry.role === "pending" || entry.meta?.record === undefined) return;
  const { structuredContent: _told, ...rest } = entry;
  loads.push({ ...rest, content: [] });
}
