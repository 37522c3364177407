import type { Message, PendingMessage, ToolCall } from "../activation/message.ts";
import { APPROVAL } from "../call/approval.ts";
import type { Outcome } from "../call/outcome.ts";
import { toFailedOutcome, toResultOutcome } from "../call/run-tool.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import { readResult } from "../tool/tool-result.ts";
import { type AnsweredCall, answerCall, toAnswered } from "./answer-call.ts";
import { toLoadEvents } from "./call-event.ts";
import { type CallCircumstances, type Conversation, readHistory, takeUp } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { remind } from "./remind.ts";
import type { PendingAnswer, ResumeInput } from "./runtime.ts";

/** Goes on with calls that wait, in whatever process: all that is needed stands in the history. */
export async function resume(engine: Engine, input: ResumeInput): Promise<Message[]> {
  const { history, answers, principal, signal, progress } = input;
  const activation = readHistory(engine, input);
  const conversation = takeUp(engine, input, activation, history);
  checkAnswers(answers, activation.pending);
  const waiting = activation.pending.flatMap((pending) => {
    // Own answers only: an id may be any text, also the name of something that every object has.
    const answer = Object.hasOwn(answers, pending.callId) ? answers[pending.callId] : undefined;
    return answer === undefined ? [] : [{ pending, answer }];
  });
  const answered = await Promise.all(
    waiting.map(({ pending, answer }) =>
      goOn(pending, answer, conversation, {
        ...defined({ principal, signal }),
        progress: (update) => progress?.(pending.callId, update),
      }),
    ),
  );
  for (const event of answered.flatMap(({ entry }) => toLoadEvents(entry, conversation))) {
    engine.telemetry.emit(() => event);
  }
  const entries = answered.map(({ entry }) => entry);
  const now = readHistory(engine, { ...input, history: [...history, ...entries] });
  return now.pending.length > 0 ? entries : [...entries, ...remind(now.owed, conversation)];
}

async function goOn(
  pending: PendingMessage,
  answer: PendingAnswer,
  conversation: Conversation,
  circumstances: CallCircumstances,
): Promise<AnsweredCall> {
  const { waitsFor, callId: id, name } = pending;
  if (waitsFor.type === "user" && answer.type === "answers") {
    const given = {
      answers: {
        ...answer.answers,
        ...(waitsFor.approved === true ? { [APPROVAL]: { action: "accept" } } : {}),
      },
      ...defined({ state: waitsFor.request.state }),
    };
    const made = await answerCall({ id, ...waitsFor.call }, conversation, {
      ...circumstances,
      answers: given,
    });
    // The result answers the call that the model made, which may have come through the bridge.
    return { ...made, entry: { ...made.entry, name } };
  }
  const resolution = conversation.view.snapshot.resolve(pending.tool);
  const entry = resolution.type === "found" ? resolution.entry : undefined;
  const call: ToolCall = { id, name, arguments: undefined };
  const asked = waitsFor.type === "host" ? waitsFor.requested : waitsFor.call.name;
  const request = { name: asked ?? pending.tool, arguments: undefined };
  const outcome = withNotice(toOutcome(answer, pending, entry), pending);
  conversation.engine.telemetry.emit(() => ({ type: "call-start", callId: id, requestedName: name }));
  return toAnswered(call, { outcome, request, isMeta: false }, conversation, { durationMs: 0 });
}

function withNotice(outcome: Outcome, { waitsFor }: PendingMessage): Outcome {
  if (outcome.type !== "ok" || waitsFor.type !== "host" || waitsFor.notice === undefined) return outcome;
  return { ...outcome, notice: waitsFor.notice };
}

function toOutcome(
  answer: PendingAnswer,
  { tool }: PendingMessage,
  entry: CatalogEntry | undefined,
): Outcome {
  switch (answer.type) {
    case "result":
      return entry === undefined ? toStrayOutcome(answer.value) : toResultOutcome(entry, answer.value);
    case "failed":
      return entry === undefined
        ? said(`${tool} failed: ${answer.message}`)
        : toFailedOutcome(entry, answer.message, answer.cause);
    default:
      return entry === undefined
        ? said(`${tool} is not available any more, and was not run.`)
        : { type: "cancelled", entry, by: "user" };
  }
}

/** A result of a tool that has left the catalog meanwhile is a result all the same. */
function toStrayOutcome(value: unknown): Outcome {
  const read = readResult(value);
  return read.type === "ok" ? { type: "ok", result: read.result } : said(read.reason);
}

function said(text: string): Outcome {
  return { type: "ok", result: { content: [{ type: "text", text }], isError: true } };
}

function checkAnswers(answers: ResumeInput["answers"], pending: readonly PendingMessage[]): void {
  if (!isRecord(answers)) throw invalid("", "no answers were given. Pass { answers: { [callId]: … } }");
  for (const [callId, answer] of Object.entries(answers)) {
    const waiting = pending.find((one) => one.callId === callId);
    if (waiting === undefined) throw invalid(callId, "no call of that id waits in this history");
    const reason = whyUnfit(answer, waiting.waitsFor);
    if (reason !== undefined) throw invalid(callId, reason);
  }
}

function whyUnfit(answer: unknown, { type }: PendingMessage["waitsFor"]): string | undefined {
  const { type: given, answers } = isRecord(answer) ? answer : {};
  if (given === "declined") return undefined;
  if (type === "host") {
    if (given === "result" || given === "failed") return undefined;
    return 'the host runs it: answer with { type: "result" }, "failed" or "declined"';
  }
  if (given !== "answers" || !isRecord(answers)) {
    return 'it waits for the user: answer with { type: "answers", answers: {…} } or "declined"';
  }
  const approval = answers[APPROVAL];
  if (approval === undefined || (isRecord(approval) && typeof approval["action"] === "string"))
    return undefined;
  return `"${APPROVAL}" is answered with { action: "accept" }, or "decline"`;
}

function invalid(callId: string, reason: string): PlimsollError<"ANSWER_INVALID"> {
  return new PlimsollError("ANSWER_INVALID", `Call "${callId}" cannot be resumed: ${reason}.`, {
    callId,
    reason,
  });
}
