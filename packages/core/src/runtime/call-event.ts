import type { PendingMessage, ResultMessage } from "../activation/message.ts";
import type { CallEndEvent, TelemetryEvent } from "../call/telemetry.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { Performed } from "../dialects/perform.ts";
import { defined } from "../internal/defined.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import type { Conversation } from "./conversation.ts";

/** A call that has ended, or waits, with what the model is given of its result. */
export interface EndedCall {
  readonly callId: string;
  readonly performed: Performed;
  readonly result: Pick<ToolResult, "content"> | undefined;
}

/** What a watcher is told of a call. */
export function toCallEnd(
  { callId, performed, result }: EndedCall,
  { view, offer, engine }: Conversation,
  durationMs: number,
): CallEndEvent {
  const { outcome, request, isMeta } = performed;
  const called = "entry" in outcome ? outcome.entry : undefined;
  const risk = isMeta ? "read" : called?.risk.level;
  const reason = outcome.type === "rejected" ? outcome.reason : undefined;
  return {
    type: "call-end",
    callId,
    requestedName: request.name,
    ...(called === undefined ? {} : toIdentity(request.name, called, view.snapshot)),
    ...(isMeta ? { canonicalName: request.name } : {}),
    ...defined({ risk }),
    strategy: offer.strategy,
    outcome: outcome.type,
    ...defined({ reason }),
    durationMs,
    tokens: result === undefined ? 0 : engine.countTokens(textOf(result)),
  };
}

/** What a watcher is told of loads and unloads that a call left on record. */
export function toLoadEvents(
  entry: ResultMessage | PendingMessage,
  { asker, engine }: Conversation,
): TelemetryEvent[] {
  const record = entry.role === "tool" ? entry.meta?.record : undefined;
  if (record === undefined) return [];
  if (record.type === "unload") return [{ type: "tool-unloaded", names: record.names }];
  const names = record.tools.map(({ name }) => name);
  // Not the conversation's own view: the very call may have brought a source into the catalog.
  const { snapshot } = engine.viewFor(asker);
  const entries = names.flatMap((name) => snapshot.get(name) ?? []);
  const tokens = entries.reduce((sum, one) => sum + engine.costOf(one), 0);
  return [{ type: "tool-loaded", names, tokens }];
}

function toIdentity(
  requested: string,
  { name, wireName, pinned, lazy }: CatalogEntry,
  snapshot: CatalogSnapshot,
): Pick<CallEndEvent, "aliasName" | "canonicalName" | "state"> {
  const resolution = snapshot.resolve(requested);
  const retired = resolution.type === "found" ? resolution.retired : undefined;
  const isAlias = requested !== name && requested !== wireName;
  return {
    canonicalName: name,
    ...(isAlias ? { aliasName: requested } : {}),
    state: retired ?? (lazy && !pinned ? "deferred" : "active"),
  };
}

function textOf({ content }: Pick<ToolResult, "content">): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
