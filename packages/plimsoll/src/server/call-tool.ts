import { randomUUID } from "node:crypto";
import { type CallToolResult, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallAnswer, CatalogEntry, LoadRecord, Outcome, UnloadRecord } from "@plimsoll/core";
import { toCallNote } from "../observe/call-note.ts";
import type { Era } from "../upstream/upstream.ts";
import { absentServers } from "./absent-servers.ts";
import { toCallResult } from "./call-result.ts";
import type { Connection } from "./connection.ts";
import type { Turn, Watch } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { keptResults } from "./kept-results.ts";
import { askLeave, asksLeave, keepLeave, type ReadLeave, readLeave, whyNoLeave, withLeave } from "./leave.ts";
import { offeredTools, offerOf } from "./listed-tools.ts";
import { keepLoads, loadsFor, withLoadToken } from "./loads-for.ts";
import { ownerOf } from "./owner.ts";
import type { Profile } from "./profile.ts";
import type { RequestScope } from "./request-scope.ts";
import type { Item, ToolAnswer } from "./service.ts";
import { readWireError, toProtocolError } from "./wire-error.ts";

/** The key under which a result says which error the server itself gave. */
const ERROR_META_KEY = "dev.plimsoll/error";

/** A call of a client, of a meta-tool or of a tool by its own name. */
export interface ClientCall {
  readonly name: string;
  readonly arguments?: Item | undefined;
}

/** Makes a call through the runtime, which has all the rules, and keeps what the runtime leaves its host to keep. */
export async function callTool(
  call: ClientCall,
  {
    watch,
    connection,
    profile,
  }: { readonly watch: Watch; readonly connection: Connection; readonly profile: Profile },
  parts: FrontParts,
): Promise<Turn<ToolAnswer>> {
  const { gateway } = parts;
  const { runtime, config, store } = gateway;
  await gateway.listed();
  const { era, principal } = connection;
  const { gate = runtime.dialect.gate } = config.settings;
  const offer = offerOf(runtime.dialect, call.name, { gate, era });
  const leave = readLeave(watch.scope.answers);
  const answers = withLeave(leave);
  const { observed } = watch.scope;
  const isMeta = offeredTools(runtime.dialect, { gate, era }).some(
    ({ definition }) => definition.name === call.name,
  );
  // Only a gate that asks for it, or a call that adds to it, has to know what is loaded: no other asks the store.
  const caller =
    gate === "strict" || offer.strategy === "append"
      ? await loadsFor(call, { connection, profile, isMeta, offer }, parts)
      : undefined;
  if (caller?.type === "refused") {
    const result: CallToolResult = { content: [{ type: "text", text: caller.says }], isError: true };
    return { type: "done", result: { result } };
  }
  const answer = await runtime.call(
    { name: call.name, arguments: (caller ?? call).arguments },
    {
      // Also the handle of its result, so nobody must be able to guess it.
      id: randomUUID(),
      policy: profile.policy,
      signal: watch.signal,
      progress: watch.progress,
      host: watch.scope,
      offer,
      absent: absentServers(gateway, profile),
      results: keptResults(
        store,
        ownerOf(principal),
        (entry) => isMeta || entry.tool.outputSchema === undefined,
      ),
      ...(principal === undefined ? {} : { principal }),
      ...caller?.loads,
      ...(answers === undefined ? {} : { answers }),
    },
  );
  const { outcome } = answer;
  observed?.note(
    toCallNote(outcome, {
      snapshot: runtime.catalog.snapshot(),
      policy: profile.policy,
      leave: leave.leave,
      meta: isMeta ? observed.subject.asked : undefined,
      principal: principal?.id,
    }),
  );
  const record = recordOf(outcome);
  const token = record === undefined ? undefined : await keepLoads(record, connection, parts);
  if (outcome.type === "input-required") return toQuestion(outcome, call, leave, watch.scope);
  const result = withLoadToken(toResult(answer, { isMeta, era }), token);
  const changesList = record !== undefined;
  return { type: "done", result: { result, changesList, ...(isMeta ? {} : toPromise(outcome)) } };
}

/** A server's question goes to the user; the gateway's own for leave only where the client can ask it. */
function toQuestion(
  { entry, request }: Extract<Outcome, { type: "input-required" }>,
  call: ClientCall,
  leave: ReadLeave,
  scope: RequestScope,
): Turn<ToolAnswer> {
  if (!asksLeave(request)) return keepLeave(request, leave);
  const refusal = whyNoLeave(entry, scope);
  if (refusal === undefined) return askLeave(entry, innerArguments(entry, call));
  return { type: "done", result: { result: { content: [{ type: "text", text: refusal }], isError: true } } };
}

/** What the tool itself is called with, also where it is called through a meta-tool. */
function innerArguments({ wireName }: CatalogEntry, { name, arguments: input }: ClientCall): unknown {
  const inner = input?.["arguments"];
  return name === wireName || inner === undefined ? input : inner;
}

/**
 * A server's own error is the client's error, where the client called the server's tool by its name, and where it is
 * about what the client cannot do.
 */
function toResult(
  answer: CallAnswer,
  { isMeta, era }: { readonly isMeta: boolean; readonly era: Era },
): CallToolResult {
  const { outcome } = answer;
  const wire = outcome.type === "failed" ? readWireError(outcome.cause) : undefined;
  if (wire === undefined) return toCallResult(answer);
  const isOfClient = era === "modern" && wire.code === ProtocolErrorCode.MissingRequiredClientCapability;
  if (!isMeta || isOfClient) throw toProtocolError(wire);
  // Behind `tool_call` it is a result, which the model reads; programs find the whole of it in the metadata.
  const result = toCallResult(answer);
  return { ...result, _meta: { ...result._meta, [ERROR_META_KEY]: { ...wire } } };
}

/** Set where a call loads or gives back tools. */
function recordOf(outcome: Outcome): LoadRecord | UnloadRecord | undefined {
  return outcome.type === "ok" ? outcome.record : undefined;
}

function toPromise(outcome: Outcome): Pick<ToolAnswer, "outputSchema"> {
  const entry: CatalogEntry | undefined = "entry" in outcome ? outcome.entry : undefined;
  return { outputSchema: entry?.tool.outputSchema };
}
