import type { Reply } from "../activation/message.ts";
import { PlimsollError } from "../errors.ts";
import { isRecord } from "../internal/is-record.ts";

/** A reply comes from the host's own code around a model: checked once, before anything runs. */
export function readReply(reply: Reply): Reply {
  if (!isRecord(reply) || !Array.isArray(reply.calls)) {
    throw invalid("it has no list of calls. Pass { text?, calls: [{ id, name, arguments }] }");
  }
  const ids = new Set<string>();
  for (const [at, call] of reply.calls.entries()) {
    const { id, name } = isRecord(call) ? call : {};
    if (typeof id !== "string" || typeof name !== "string") throw invalid(`call ${at} has no id or no name`);
    if (ids.has(id)) throw invalid(`two of its calls have the id "${id}"`);
    ids.add(id);
  }
  return reply;
}

function invalid(reason: string): PlimsollError<"REPLY_INVALID"> {
  return new PlimsollError("REPLY_INVALID", `The reply cannot be accepted: ${reason}.`, { reason });
}
