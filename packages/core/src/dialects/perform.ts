import type { SearchRecord } from "../activation/record.ts";
import { type CheckedCall, checkCall, dispatch } from "../call/dispatch.ts";
import type { NextCalls } from "../call/next-calls.ts";
import type { OkOutcome, Outcome } from "../call/outcome.ts";
import { RESULT_NAME, readStoredResult } from "../call/stored-result.ts";
import { assertNever } from "../internal/assert-never.ts";
import { cut } from "../internal/cut.ts";
import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import { messageOf } from "../internal/message-of.ts";
import type { FindAnswer, LoadAnswer } from "../meta/meta-answer.ts";
import type { MetaContext } from "../meta/meta-context.ts";
import type { CallThroughRequest, LoadRequest, MetaRequest } from "../meta/meta-request.ts";
import { listActive } from "../meta/tool-active.ts";
import { describeTools } from "../meta/tool-describe.ts";
import { findTools } from "../meta/tool-find.ts";
import { loadTools, toLoadRecord } from "../meta/tool-load.ts";
import { toUnloadRecord, unloadTools } from "../meta/tool-unload.ts";
import type { InputIssue } from "../tool/tool.ts";
import { foldName } from "../tool/tool-name.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import type { Dialect, DialectIssue, DialectTool, Offer } from "./dialect.ts";
import { readRequest } from "./read-request.ts";

/** About 500 tokens. */
const MAX_MESSAGE = 2_000;

/** A call to a meta-tool or to any other tool, as a model made it. */
export interface PerformRequest {
  readonly name: string;
  readonly arguments: unknown;
}

/** How a call ended, and what was called behind the bridge. */
export interface Performed {
  readonly outcome: Outcome;
  /** What was asked for, as the model wrote it; behind `tool_call`, the inner call. */
  readonly request: PerformRequest;
  /** Whether it was one of Plimsoll's own tools, which change nothing in the world. */
  readonly isMeta: boolean;
}

/** The words and the offer of the conversation that a call is made in. */
export interface PerformContext {
  readonly dialect: Dialect;
  readonly offer: Offer;
  readonly next: NextCalls;
  readonly call: MetaContext;
}

/** Takes one call of a model from its name to its outcome. Never throws. */
export async function perform(request: PerformRequest, context: PerformContext): Promise<Performed> {
  const tool = toolNamed(request.name, context);
  if (tool === undefined) return performTool(request, context);
  const read = readRequest(tool, request.arguments);
  if (read.operation !== "call") return performMeta(request, read, context);

  // A model that has learnt the bridge sends everything through it, the meta-tools too.
  const inner = toolNamed(read.name, context);
  if (inner === undefined) return performTool(read, context);
  const innerRead = readRequest(inner, read.arguments);
  if (innerRead.operation !== "call") return performMeta(read, innerRead, context);
  const message = `Name the tool itself, not ${read.name}.`;
  return { outcome: rejected([{ path: "/name", message }]), request: read, isMeta: true };
}

/** What a call would run, as far as it can be told without running it; nothing of a meta-tool's. Never throws. */
export async function look(
  request: PerformRequest,
  context: PerformContext,
): Promise<CheckedCall | undefined> {
  const tool = toolNamed(request.name, context);
  if (tool === undefined) return checkCall(request, context.call);
  const read = readRequest(tool, request.arguments);
  if (read.operation !== "call" || toolNamed(read.name, context) !== undefined) return undefined;
  return checkCall({ name: read.name, arguments: read.arguments }, context.call);
}

async function performMeta(
  request: PerformRequest,
  read: Exclude<MetaRequest, CallThroughRequest> | DialectIssue,
  context: PerformContext,
): Promise<Performed> {
  try {
    if (read.operation === "invalid")
      return { outcome: explain(read, request, context), request, isMeta: true };
    return { outcome: await answer(read, context), request, isMeta: true };
  } catch (cause) {
    // An index or an embedder of the host's own may fail; the other calls of the batch have nothing to do with it.
    const text = `${request.name} failed: ${cut(messageOf(cause), MAX_MESSAGE)}`;
    const result = { content: [{ type: "text" as const, text }], isError: true };
    return { outcome: { type: "ok", result }, request, isMeta: true };
  }
}

async function performTool(
  { name, arguments: sent, readOnly = false }: PerformRequest & Pick<Partial<CallThroughRequest>, "readOnly">,
  { call }: PerformContext,
): Promise<Performed> {
  const request = { name, arguments: sent };
  if (name === RESULT_NAME) return { outcome: await readStoredResult(sent, call), request, isMeta: true };
  // A tool that was loaded before a restart may come from a server that this process has not asked yet.
  const now = call.isAwaited(name) ? await call.catchUp() : call;
  const outcome = await dispatch({ ...request, onlyRisk: readOnly ? "read" : undefined }, now);
  return { outcome, request, isMeta: false };
}

/** What was wrong with a meta-tool's arguments, and how it is called. */
function explain(
  { issues }: DialectIssue,
  { name, arguments: sent }: PerformRequest,
  context: PerformContext,
): Outcome {
  const definition = toolNamed(name, context)?.definition;
  return {
    type: "rejected",
    reason: "invalid",
    about: "call",
    issues,
    sent,
    ...defined({ definition }),
  };
}

/** A meta-tool exists where its conversation offers it, and nowhere else. */
function toolNamed(name: string, { dialect, offer, call }: PerformContext): DialectTool | undefined {
  const isConversation = call.activation.opening !== undefined;
  const isOffered = (tool: DialectTool): boolean =>
    tool.isOffered(offer) && !(tool.isForGateways && isConversation);
  const exact = dialect.tools.find((tool) => tool.definition.name === name && isOffered(tool));
  if (exact !== undefined) return exact;
  const folded = foldName(name);
  const alike = dialect.tools.find((tool) => foldedNameOf(tool) === folded && isOffered(tool));
  return alike === undefined || isTaken(name, call) ? undefined : alike;
}

const foldedNames = new WeakMap<DialectTool, string>();

function foldedNameOf(tool: DialectTool): string {
  let folded = foldedNames.get(tool);
  if (folded === undefined) {
    folded = foldName(tool.definition.name);
    foldedNames.set(tool, folded);
  }
  return folded;
}

/** Another spelling of a meta-tool's name is the meta-tool, unless a tool has that very name. */
function isTaken(name: string, { view }: MetaContext): boolean {
  return view.snapshot.resolve(name, (entry) => view.ask(entry).call).type === "found";
}

async function answer(
  request: Exclude<MetaRequest, CallThroughRequest>,
  { dialect: { render }, next, call }: PerformContext,
): Promise<Outcome> {
  const { operation } = request;
  switch (operation) {
    case "find": {
      const now = request.listSources === true ? await call.catchUp() : call;
      const found = await findTools(request, now);
      const { load } = found;
      return ok(withAbsent(render.find?.(found, next, now), now), operation, {
        searches: toSearches(found, now),
        ...(load === undefined ? {} : { keepWhole: true, ...defined({ record: toLoadRecord(load, now) }) }),
      });
    }
    case "describe":
      return ok(render.describe?.(describeTools(request, call), next, call), operation, { keepWhole: true });
    case "load": {
      const loaded = await loadOrFind(request, call);
      const rendered = render.load?.(loaded, next, call);
      return ok(loaded.otherwise === undefined ? rendered : withAbsent(rendered, call), operation, {
        keepWhole: true,
        ...(loaded.otherwise === undefined ? {} : { searches: toSearches(loaded.otherwise, call) }),
        ...defined({ record: toLoadRecord(loaded, call) }),
      });
    }
    case "unload": {
      const unloaded = unloadTools(request, call);
      const record = toUnloadRecord(unloaded, call);
      return ok(render.unload?.(unloaded, next, call), operation, defined({ record }));
    }
    case "active":
      return ok(render.active?.(listActive(call), next, call), operation);
    default:
      return assertNever(request);
  }
}

async function loadOrFind(request: LoadRequest, call: MetaContext): Promise<LoadAnswer> {
  const loaded = loadTools(request, call);
  const isNothingNamed =
    loaded.loaded.length + loaded.already.length === 0 &&
    loaded.refused.some(({ reason }) => reason === "unavailable");
  if (request.otherwise === undefined || !isNothingNamed) return loaded;
  return { ...loaded, otherwise: await findTools(request.otherwise, call) };
}

/** What a search says, and which sources it could not reach: what they have may be what was looked for. */
function withAbsent(result: ToolResult | undefined, { absent }: MetaContext): ToolResult | undefined {
  const { sentences = [] } = absent ?? {};
  if (result === undefined || sentences.length === 0) return result;
  const { content, structuredContent } = result;
  const text = `Not searched:\n${sentences.join("\n")}`;
  return {
    ...result,
    content: [...content, { type: "text", text }],
    ...(isRecord(structuredContent)
      ? { structuredContent: { ...structuredContent, notSearched: sentences } }
      : {}),
  };
}

/** One record a query, each with what it loaded. */
function toSearches({ groups, load }: FindAnswer, { activation }: MetaContext): readonly SearchRecord[] {
  const loaded = new Set(load?.loaded);
  return groups.map(({ query, matches, fingerprint }) => ({
    turn: activation.turn,
    query,
    loaded: matches.flatMap(({ entry }) => (loaded.has(entry) ? entry.name : [])),
    found: fingerprint,
  }));
}

function ok(
  result: ToolResult | undefined,
  operation: string,
  more: Pick<OkOutcome, "record" | "searches" | "keepWhole"> = {},
): Outcome {
  if (result === undefined) return rejected([{ path: "", message: `"${operation}" is not offered here.` }]);
  return { type: "ok", result, ...more };
}

function rejected(issues: readonly InputIssue[]): Outcome {
  return { type: "rejected", reason: "invalid", about: "call", issues };
}
