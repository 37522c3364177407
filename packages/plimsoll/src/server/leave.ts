import type { InputAnswers, InputRequired, PolicySubject } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import { canAsk } from "./can-ask.ts";
import type { RequestScope } from "./request-scope.ts";

// The name under which core asks for leave, and looks for it among the user's answers.
const APPROVAL = "plimsoll/approval";
const MOST_CHARACTERS = 1_000;
// A state of Plimsoll's own is told from a server's by its first characters; all of them are sealed on their way.
const OWN = "plimsoll/leave ";

/** What the user said to a call that needs their leave, and what is left of their answers for the server. */
export interface ReadLeave {
  readonly leave: "unasked" | "given" | "declined";
  readonly answers: InputAnswers | undefined;
}

const UNASKED: ReadLeave = { leave: "unasked", answers: undefined };

/** What travels in a request's state, sealed: that leave was asked for or given, and what the server wants back. */
interface LeaveState {
  readonly leave?: "asked" | "given";
  readonly state?: string;
}

/**
 * Reads the user's word. It counts only with the state of a request in which the gateway itself asked for it: a client
 * that says yes to what nobody asked has said nothing.
 */
export function readLeave(given: InputAnswers | undefined): ReadLeave {
  if (given === undefined) return UNASKED;
  const { [APPROVAL]: word, ...answers } = given.answers;
  const { leave, state } = readState(given.state);
  const rest = toAnswers(answers, state);
  if (leave === undefined) return { leave: "unasked", answers: rest };
  if (leave === "given") return { leave, answers: rest };
  return { leave: isRecord(word) && word["action"] === "accept" ? "given" : "declined", answers: rest };
}

/** The answers with the user's word among them, as core looks for it. */
export function withLeave({ leave, answers }: ReadLeave): InputAnswers | undefined {
  if (leave === "unasked") return answers;
  const word = { action: leave === "given" ? "accept" : "decline" };
  return { ...answers, answers: { ...answers?.answers, [APPROVAL]: word } };
}

/** Whether a question is core's own for leave. */
export function asksLeave({ requests }: InputRequired): boolean {
  return Object.hasOwn(requests, APPROVAL);
}

/** Asks the user for leave, with the tool's own name and what it is to be called with. */
export function askLeave({ name, risk }: PolicySubject, input: unknown): InputRequired {
  const marks = [
    risk.level,
    ...(risk.external ? ["external"] : []),
    ...(risk.verified ? [] : ["unverified"]),
  ];
  const message = `Allow ${name} (${marks.join(", ")}) to run once, with ${toShown(input)}?`;
  return {
    type: "input-required",
    requests: {
      [APPROVAL]: {
        method: "elicitation/create",
        params: { message, requestedSchema: { type: "object", properties: {} } },
      },
    },
    state: toState({ leave: "asked" }),
  };
}

/** A server's question after leave was given: whoever answers it is not asked for leave again. */
export function keepLeave(asked: InputRequired, { leave }: ReadLeave): InputRequired {
  const { state } = asked;
  // A server whose own state looks like one of these has it wrapped too: it cannot give itself leave.
  if (leave !== "given" && state?.startsWith(OWN) !== true) return asked;
  const kept = { ...(leave === "given" ? { leave } : {}), ...(state === undefined ? {} : { state }) };
  return { ...asked, state: toState(kept) };
}

/** Why a call that needs leave cannot be made for a client; nothing, where it can be asked. */
export function whyNoLeave({ name, risk }: PolicySubject, scope: RequestScope): string | undefined {
  const question = { method: "elicitation/create", params: {} };
  if (canAsk(scope.capabilities, question)) return undefined;
  const where = scope.profile === undefined ? "here" : `in the profile "${scope.profile}"`;
  const kind = risk.verified ? risk.level : `${risk.level}, unverified`;
  return `${name} (${kind}) was not run: ${where} it runs only with the user's leave, and this client cannot ask for it. Use a client that supports elicitation; or the operator takes the tool out of "approve" and "approveRisk", or settles its risk with plimsoll classify.`;
}

function toState(state: LeaveState): string {
  return `${OWN}${JSON.stringify(state)}`;
}

function readState(state: string | undefined): LeaveState {
  if (state?.startsWith(OWN) !== true) return state === undefined ? {} : { state };
  return JSON.parse(state.slice(OWN.length)) as LeaveState;
}

function toAnswers(answers: InputAnswers["answers"], state: string | undefined): InputAnswers | undefined {
  if (Object.keys(answers).length === 0 && state === undefined) return undefined;
  return { answers, ...(state === undefined ? {} : { state }) };
}

/** Arguments as a person can read them: nothing hidden, and not more than a screen. */
function toShown(input: unknown): string {
  const text = JSON.stringify(input ?? {}).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
  return text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)`;
}
