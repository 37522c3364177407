import type { Secret } from "./config-secrets.ts";
import { LiteralMatcher } from "./literal-matcher.ts";
import { REDACTED, redactShapes } from "./secret-shapes.ts";

/**
 * Takes secrets out of what is shown, logged or kept.
 *
 * Contract:
 * - A text without a secret comes back as it is.
 * - It takes time in proportion to the text, whatever the text is and however many secrets are known.
 * - Once learnt, a secret of the config is never forgotten; of tokens, the last few thousand are known.
 */
export interface Redactor {
  /** Has these be secrets from now on. */
  learn(secrets: readonly Secret[]): void;
  /** The same for a token, as it comes. */
  learnToken(token: string | undefined): void;
  /** A text without secrets: those that are known, and what has the shape of one. */
  redact(text: string): string;
  /** The same for every text in a value of plain data, as a copy. */
  redactValue<Value>(value: Value): Value;
  /** A value of plain data without what is certainly a secret of ours; examples and words in it stay as they are. */
  redactKnown<Value>(value: Value): Value;
  /** Takes secrets out of an error in place, and out of what it was caused by; answers the same error. */
  redactError<Thrown>(error: Thrown): Thrown;
}

const MOST_TOKENS = 4_000;
const SHORTEST = 6;
const SHORTEST_LINE = 16;
const DEEPEST = 200;

/** Makes one that knows nothing yet but shapes. */
export function createRedactor(): Redactor {
  const certain = new Set<string>();
  const possible = new Set<string>();
  const tokens = new Set<string>();
  let all: LiteralMatcher | undefined;
  let known: LiteralMatcher | undefined;

  const forgetMatchers = (): void => {
    all = undefined;
    known = undefined;
  };
  const redactLiterals = (text: string): string => {
    known ??= new LiteralMatcher([...certain, ...tokens]);
    return known.replace(text, REDACTED);
  };
  const redact = (text: string): string => {
    all ??= new LiteralMatcher([...certain, ...possible, ...tokens]);
    return redactShapes(all.replace(text, REDACTED));
  };
  return {
    learn(secrets) {
      for (const { value, isCertain } of secrets) {
        for (const form of formsOf(value)) (isCertain ? certain : possible).add(form);
      }
      forgetMatchers();
    },
    learnToken(token) {
      if (token === undefined || tokens.has(token)) return;
      for (const form of formsOf(token)) tokens.add(form);
      for (const oldest of tokens) {
        if (tokens.size <= MOST_TOKENS) break;
        tokens.delete(oldest);
      }
      forgetMatchers();
    },
    redact,
    redactValue: (value) => mapTexts(value, redact),
    redactKnown: (value) => mapTexts(value, redactLiterals),
    redactError(error) {
      redactInPlace(error, redact, 0);
      return error;
    },
  };
}

/** Knows the secrets of every config that this process has read, and every token it has been given. */
export const processRedactor: Redactor = createRedactor();

/** How a secret may be written: as it is, in a URL, in JSON, in base64; and a key of many lines by its lines. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const forms = [
    secret,
    encoded(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= SHORTEST_LINE);
  return [...new Set([...forms, ...lines])].filter((form) => form.length >= SHORTEST);
}

function encoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // A lone surrogate cannot be in a URL.
  }
}

/** Maps every text in a value; what holds none that changes comes back as it is. */
function mapTexts<Value>(value: Value, map: (text: string) => string): Value {
  return mapAny(value, map, new Map(), 0) as Value;
}

function mapAny(
  value: unknown,
  map: (text: string) => string,
  seen: Map<object, unknown>,
  depth: number,
): unknown {
  if (typeof value === "string") return map(value);
  if (typeof value !== "object" || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  // Deeper than anybody reads, or in a circle: what cannot be looked through is not shown.
  seen.set(value, REDACTED);
  const mapped =
    depth > DEEPEST ? REDACTED : mapMembers(value, (item) => mapAny(item, map, seen, depth + 1), map);
  seen.set(value, mapped);
  return mapped;
}

function mapMembers(
  value: object,
  mapItem: (item: unknown) => unknown,
  map: (text: string) => string,
): unknown {
  if (Array.isArray(value)) {
    const items = value.map(mapItem);
    return items.every((item, at) => Object.is(item, value[at])) ? value : items;
  }
  if (value instanceof Error) return mapMembers(toPlainError(value), mapItem, map);
  const before = Object.entries(value);
  const after = before.map(([key, item]) => [map(key), mapItem(item)] as const);
  const isSame = after.every(
    ([key, item], at) => key === before[at]?.[0] && Object.is(item, before[at]?.[1]),
  );
  return isSame ? value : Object.fromEntries(after);
}

function toPlainError(error: Error): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, ...(cause === undefined ? {} : { cause }) };
}

const DEEPEST_CAUSE = 16;

function redactInPlace(error: unknown, redact: (text: string) => string, depth: number): void {
  if (!(error instanceof Error) || depth > DEEPEST_CAUSE) return;
  for (const key of new Set([...Object.keys(error), "message", "stack"])) {
    const value: unknown = Reflect.get(error, key);
    if (value instanceof Error) continue;
    const redacted = mapTexts(value, redact);
    if (!Object.is(redacted, value)) Reflect.set(error, key, redacted);
  }
  redactInPlace(error.cause, redact, depth + 1);
  if (error instanceof AggregateError) for (const one of error.errors) redactInPlace(one, redact, depth + 1);
}
