import { toKeptActivation } from "../activation/kept-loads.ts";
import { toOutcomeResult } from "../call/outcome-result.ts";
import { toShownResult } from "../call/shown-result.ts";
import { type Performed, type PerformRequest, perform } from "../dialects/perform.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import { toCallEnd } from "./call-event.ts";
import { type Conversation, isCallable, takeUp, toPerformContext } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { CallAnswer, CallOptions, ResultKeeper } from "./runtime.ts";

/** Runs one call outside any conversation: what is loaded, and long results, are the host's to keep. */
export async function callOnce(
  engine: Engine,
  call: PerformRequest,
  { model = "", id = "", loaded, admitted, offer, ...asked }: CallOptions = {},
): Promise<CallAnswer> {
  const activation = toKeptActivation({ loaded, admitted }, engine.catalog.snapshot());
  const conversation = takeUp(engine, { model, ...asked }, activation, [], offer);
  engine.telemetry.emit(() => ({ type: "call-start", callId: id, requestedName: call.name }));
  const startedAt = performance.now();
  const performed = await perform(call, toPerformContext(conversation, asked));
  const whole = toResult(performed, conversation);
  const result = await toPaged(whole, performed, conversation, { id, results: asked.results });
  const durationMs = performance.now() - startedAt;
  engine.telemetry.emit(() => toCallEnd({ callId: id, performed, result }, conversation, durationMs));
  return { outcome: performed.outcome, result };
}

function toResult({ outcome }: Performed, conversation: Conversation): ToolResult | undefined {
  if (outcome.type === "host-executes") return undefined;
  return toOutcomeResult(outcome, {
    next: conversation.next,
    isFindable: (entry) => conversation.view.ask(entry).find,
    isCallable: (entry) => isCallable(entry, conversation),
    refusedBefore: 0,
    countTokens: conversation.engine.countTokens,
  });
}

/** The first page of a result that is over its cap, where the host keeps the whole; else the result as it is. */
async function toPaged(
  result: ToolResult | undefined,
  { outcome, isMeta }: Performed,
  { engine, next }: Conversation,
  { id, results }: { readonly id: string; readonly results: ResultKeeper | undefined },
): Promise<ToolResult | undefined> {
  if (results === undefined || result === undefined || outcome.type !== "ok") return result;
  const { entry } = outcome;
  if (entry !== undefined && results.pages?.(entry) === false) return result;
  const { countTokens } = engine;
  const resultTokens = engine.resultTokens;
  const content = isMeta
    ? result.content
    : withData(result, entry?.tool.resultTokens ?? resultTokens, engine);
  const shown = toShownResult(outcome, content, id, { next, isMeta, resultTokens, countTokens });
  if (shown.whole === undefined) return { ...result, content: shown.content };
  await results.keep(id, { ...shown.whole, tool: entry?.name });
  // Data has no pages: a client that shows it to the model would show all of it.
  const { structuredContent: _whole, ...page } = result;
  return { ...page, content: shown.content };
}

/** The content of a result; where only its data is over the cap, with the data as text, which can be paged. */
function withData(
  { content, structuredContent }: ToolResult,
  cap: number,
  { countTokens }: Pick<Engine, "countTokens">,
): ToolResult["content"] {
  if (structuredContent === undefined) return content;
  const text = JSON.stringify(structuredContent);
  if (text.length <= cap || countTokens(text) <= cap) return content;
  const isSaid = content.some((block) => block.type === "text" && block.text.length >= text.length);
  return isSaid ? content : [...content, { type: "text", text }];
}
