import type { Message, ToolCall } from "../activation/message.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { defined } from "../internal/defined.ts";
import { createPermittedView, type PermittedView } from "../surface/permitted-view.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS } from "./dialect-named.ts";
import { createJudge } from "./judge-name.ts";
import { type CalledName, createNameReader } from "./name-reader.ts";
import type { ReplayedCall, ReplayLevel, ReplayReport, ReplayVerdict } from "./replay-report.ts";

/** How a transcript is walked. */
export interface ReplayOptions {
  /** The dialects whose meta-tools are known. */
  readonly dialects?: readonly Dialect[];
}

/**
 * Walks a transcript against today's catalog: which calls dispatch, under which name, with what notice, and which break.
 * Pure, and nothing is run. A view is asked for what its policy permits; a bare snapshot permits everything.
 */
export function replayTranscript(
  messages: readonly Message[],
  catalog: CatalogSnapshot | PermittedView,
  { dialects = DIALECTS }: ReplayOptions = {},
): ReplayReport {
  const view = "snapshot" in catalog ? catalog : createPermittedView(catalog, [], { model: "" });
  const judge = createJudge(view);
  const names = createNameReader(dialects, view.snapshot);
  const refused = findRefused(messages);
  const calls = messages.flatMap((message, index): ReplayedCall[] => {
    if (message.role === "opening") names.follow(message);
    if (message.role !== "assistant") return [];
    return message.calls.flatMap((call) =>
      names.read(call).map((called) => ({
        index,
        callId: call.id,
        ...toReplayed(called, judge(called), { wasRefused: refused.has(call) }),
      })),
    );
  });
  const counts = { ok: 0, warning: 0, error: 0 };
  for (const { level } of calls) counts[level] += 1;
  return { calls, counts };
}

function toReplayed(
  called: CalledName,
  verdict: ReplayVerdict,
  { wasRefused }: { readonly wasRefused: boolean },
): Omit<ReplayedCall, "index" | "callId"> {
  const { name, through } = called;
  return {
    name,
    ...defined({ through }),
    level: wasRefused ? "ok" : levelOf(verdict, called),
    verdict,
    ...(wasRefused ? { wasRefused } : {}),
  };
}

/** The calls whose recorded result says that they were refused. */
function findRefused(messages: readonly Message[]): ReadonlySet<ToolCall> {
  const refused = new Set<ToolCall>();
  let open = new Map<string, ToolCall>();
  for (const message of messages) {
    if (message.role === "assistant") open = new Map(message.calls.map((call) => [call.id, call]));
    if (message.role !== "tool" || message.meta?.outcome !== "rejected") continue;
    const call = open.get(message.callId);
    if (call !== undefined) refused.add(call);
  }
  return refused;
}

function levelOf(verdict: ReplayVerdict, { operation }: CalledName): ReplayLevel {
  switch (verdict.type) {
    case "meta":
      return "ok";
    case "dispatches":
      return verdict.issues.length === 0 ? "ok" : "warning";
    case "invalid":
      return "warning";
    default:
      // Nothing rests on what was only read about, or given back.
      return operation === "describe" || operation === "unload" ? "warning" : "error";
  }
}
