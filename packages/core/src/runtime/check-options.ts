import type { PerformRequest } from "../dialects/perform.ts";
import { isRecord } from "../internal/is-record.ts";
import { checkModels } from "./check-models.ts";
import { invalid } from "./invalid-option.ts";
import type { RuntimeOptions, StepInput } from "./runtime.ts";

/** The longest time that timers of all runtimes can wait. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Refuses options that cannot be meant: numbers that would make every call fail or wait for ever, words nobody knows. */
export function checkOptions(options: RuntimeOptions): void {
  if (!isObject(options)) throw invalid("options", options, "an object, if only {}");
  const { timeoutMs, resultTokens, concurrency = {}, gate, compaction } = options;
  checkWord("gate", gate, ["open", "strict"]);
  checkWord("compaction", compaction, ["keep", "keep-used", "reset"]);
  checkPolicies(options.policy);
  checkModels(options.models);
  if (timeoutMs !== undefined && timeoutMs !== Number.POSITIVE_INFINITY) {
    const isFine = timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS;
    if (!isFine)
      throw invalid("timeoutMs", timeoutMs, `from 1 to ${MAX_TIMEOUT_MS}, or Infinity for no limit`);
  }
  const counts = { resultTokens, ...concurrency };
  for (const [option, value] of Object.entries(counts)) {
    if (value !== undefined && !(value >= 1)) throw invalid(option, value, "at least 1");
  }
}

/** Refuses what is not the input of a step. */
export function checkStepInput(input: StepInput): void {
  if (!isObject(input)) throw invalid("input", input, "an object with history and model");
  const { history, records, model } = input;
  if (!Array.isArray(history)) throw invalid("history", history, "a list of messages");
  if (records !== undefined && !Array.isArray(records))
    throw invalid("records", records, "a list of messages");
  if (typeof model !== "string") throw invalid("model", model, "the name of a model");
  checkPolicies(input.policy);
}

/** Refuses what is not a call. */
export function checkCall(call: PerformRequest): void {
  if (!isObject(call)) throw invalid("call", call, "an object with name and arguments");
  if (typeof call.name !== "string") throw invalid("name", call.name, "the name of a tool");
}

/** Refuses what cannot be searched for. */
export function checkText(text: unknown): void {
  if (typeof text !== "string") throw invalid("query", text, "a text");
}

/** Refuses what is not a policy, or a list of them: every field of one is a list. */
export function checkPolicies(policy: unknown): void {
  if (Array.isArray(policy)) for (const one of policy) checkPolicy(one);
  else checkPolicy(policy);
}

function checkPolicy(policy: unknown): void {
  if (policy === undefined) return;
  if (!isRecord(policy)) throw invalid("policy", policy, "an object such as { deny: [] }");
  for (const field in policy) {
    const value = policy[field];
    if (value !== undefined && !Array.isArray(value)) throw invalid(`policy.${field}`, value, "a list");
  }
}

// Not a guard: the types say more of these values than a guard would leave of them.
function isObject(value: unknown): boolean {
  return isRecord(value);
}

function checkWord(option: string, value: unknown, words: readonly string[]): void {
  if (value !== undefined && !words.includes(String(value))) throw invalid(option, value, words.join(" or "));
}
