import { cut } from "../internal/cut.ts";
import { messageOf } from "../internal/message-of.ts";

/** Far above what data needs, and far below where an engine's own JSON runs out of stack. */
const MAX_DEPTH = 500;
const MAX_PLACE = 120;
const MAX_CAUSE = 300;

/** What a walk over a value found. */
export type JsonMeasure =
  | {
      readonly type: "json";
      /** About the characters of its JSON: never far above them, so that nothing that fits is refused. */
      readonly characters: number;
      /** The value and its JSON say the same: nothing in it is left out or converted. */
      readonly isPlain: boolean;
      /** There are errors in it, which `JSON.stringify` shows only with `showErrors`. */
      readonly hasErrors: boolean;
    }
  | { readonly type: "not-json"; readonly why: string }
  | { readonly type: "too-large" };

/** What a walk may meet before it stops, and where it starts. */
export interface MeasureOptions {
  readonly maxCharacters: number;
  /** The place of the value in a larger one, such as `/structuredContent`. */
  readonly place?: string;
}

/** An object on the way down, and how many of its members were visited. */
interface Frame {
  readonly value: Readonly<Record<string | number, unknown>>;
  /** None for a list. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  visited: number;
}

interface Walk {
  readonly frames: Frame[];
  characters: number;
  isPlain: boolean;
  hasErrors: boolean;
}

/**
 * Whether a value has a JSON text of at most so many characters, found without writing it: one walk that stops
 * at the first thing JSON cannot say, or as soon as the value is too large. It runs getters and `toJSON`, as
 * `JSON.stringify` does, and never throws.
 *
 * Nothing is looked up on the way to find a cycle. A cycle makes the walk run into one of its two limits, and
 * only then is it looked for, so that sound values do not pay for it.
 */
export function measureJson(root: unknown, { maxCharacters, place = "" }: MeasureOptions): JsonMeasure {
  const walk: Walk = { frames: [], characters: 0, isPlain: true, hasErrors: false };
  const { frames } = walk;
  let why: string | undefined;
  try {
    why = visit(walk, root, "");
    let frame = frames.at(-1);
    while (why === undefined && frame !== undefined) {
      if (walk.characters > maxCharacters || frames.length > MAX_DEPTH) break;
      why = visitMembers(walk, frame);
      frame = frames.at(-1);
    }
  } catch (cause) {
    why = `throws when it is read: ${cut(messageOf(cause), MAX_CAUSE)}`;
    return { type: "not-json", why: `${placeOf(frames, place)} ${why}` };
  }
  if (why !== undefined) return { type: "not-json", why: `at ${placeOf(frames, place)} there is ${why}` };
  const { characters, isPlain, hasErrors } = walk;
  const isLarge = characters > maxCharacters;
  if (!isLarge && frames.length === 0) return { type: "json", characters, isPlain, hasErrors };
  const cycle = findCycle(frames, place);
  if (cycle !== undefined) return { type: "not-json", why: cycle };
  if (isLarge) return { type: "too-large" };
  return {
    type: "not-json",
    why: `it is nested deeper than ${MAX_DEPTH} levels at ${placeOf(frames, place)}. Return it flatter.`,
  };
}

/** A replacer for `JSON.stringify` that shows errors, whose name and message it leaves out otherwise. */
export function showErrors(_key: string, value: unknown): unknown {
  return isError(value) ? toErrorData(value) : value;
}

/** Goes on with an object's members until one is an object itself; leaves the object after its last. */
function visitMembers(walk: Walk, frame: Frame): string | undefined {
  const { frames } = walk;
  const { value, keys, length } = frame;
  const depth = frames.length;
  while (frame.visited < length) {
    const key = keys === undefined ? frame.visited : (keys[frame.visited] ?? "");
    frame.visited++;
    if (typeof key === "string") walk.characters += key.length;
    const why = visit(walk, value[key], key);
    if (why !== undefined || frames.length > depth) return why;
  }
  frames.pop();
  return undefined;
}

/** Counts a value, or notes what is to be visited in it. Answers with what is wrong, and what to do. */
function visit(walk: Walk, value: unknown, key: string | number): string | undefined {
  switch (typeof value) {
    case "string":
      walk.characters += value.length + 2;
      return undefined;
    case "number":
      walk.characters += 1;
      // JSON says null for them, and so does the structured content.
      if (!Number.isFinite(value)) walk.isPlain = false;
      return undefined;
    case "boolean":
      walk.characters += 4;
      return undefined;
    case "undefined":
      walk.isPlain = false;
      return undefined;
    case "object":
      return value === null ? visit(walk, true, key) : visitObject(walk, value, key);
    case "bigint":
      // Many programs give bigints a toJSON of their own, and JSON.stringify honours it.
      return hasToJson(value)
        ? visitConverted(walk, value.toJSON(String(key)))
        : "a bigint. Return a string or a number.";
    case "function":
    case "symbol":
      // A property is left out, as JSON does: objects have methods. Anywhere else something would be lost.
      if (walk.frames.at(-1)?.keys === undefined) return `a ${typeof value}. Return data.`;
      walk.isPlain = false;
      return undefined;
  }
}

function visitObject(walk: Walk, value: object, key: string | number): string | undefined {
  // Before toJSON, because a Buffer has one, and it writes a list of numbers.
  if (ArrayBuffer.isView(value)) return `a ${tagOf(value)}. Return ${BYTES}`;
  if (hasToJson(value)) return visitConverted(walk, value.toJSON(String(key)));
  return enter(walk, value);
}

/** What toJSON gave: JSON does not ask it for a toJSON again. */
function visitConverted(walk: Walk, value: unknown): string | undefined {
  walk.isPlain = false;
  return typeof value === "object" && value !== null ? enter(walk, value) : visit(walk, value, "");
}

function enter(walk: Walk, value: object): string | undefined {
  if (Array.isArray(value)) {
    // A comma each, counted at once: a list with room for a billion is refused before it is walked.
    walk.characters += value.length + 1;
    walk.frames.push({ value: value as never, keys: undefined, length: value.length, visited: 0 });
    return undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype) {
    walk.isPlain = false;
    const inner: unknown = isBox(value) ? value.valueOf() : value;
    if (typeof inner !== "object") return visit(walk, inner, "");
    const advice = LOST[tagOf(value)];
    if (advice !== undefined) return `a ${tagOf(value)}, of which JSON would show nothing. ${advice}`;
  }
  const shown = isError(value) ? toErrorData(value) : value;
  if (shown !== value) walk.hasErrors = true;
  const keys = Object.keys(shown);
  walk.characters += 1 + keys.length * 4;
  walk.frames.push({ value: shown as never, keys, length: keys.length, visited: 0 });
  return undefined;
}

/** The first object on the way down that is met again further down. */
function findCycle(frames: readonly Frame[], place: string): string | undefined {
  const seen = new Map<unknown, number>();
  for (const [at, { value }] of frames.entries()) {
    const first = seen.get(value);
    if (first !== undefined) {
      const back = placeOf(frames.slice(0, first), place);
      return `at ${placeOf(frames.slice(0, at), place)} it leads back to ${back}. Return a copy without the cycle.`;
    }
    seen.set(value, at);
  }
  return undefined;
}

/** The place of what was visited last, as a JSON Pointer. */
function placeOf(frames: readonly Frame[], start: string): string {
  const steps = frames.map(({ keys, visited }) =>
    String(keys === undefined ? visited - 1 : keys[visited - 1]),
  );
  const pointer = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return cut(`${start}${pointer}` || "/", MAX_PLACE);
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === "function";
}

/** JSON writes what is in the box. */
function isBox(value: object): boolean {
  return (
    value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt
  );
}

function isError(value: unknown): value is Error {
  return value instanceof Error && !hasToJson(value);
}

function toErrorData(error: Error): Readonly<Record<string, unknown>> {
  return { ...error, name: error.name, message: error.message };
}

/** What an object calls itself, the same from any realm: `Map`, `Promise`, `Object`. */
function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

const BYTES = "its base64 as a text, or Array.from(it) if its numbers are meant.";

const DATA = "Return data.";
const A_LIST = "Return a list: [...it].";
const AN_OBJECT = "Return Object.fromEntries(it).";
const BASE64 = "Return its base64 as a text.";
const ITS_TEXT = "Return its text, or its base64.";

/** Objects that JSON writes as `{}`, whatever they hold, and what to return in their place. */
const LOST: Readonly<Record<string, string>> = {
  Map: "Return Object.fromEntries(it), or a list.",
  Set: A_LIST,
  WeakMap: DATA,
  WeakSet: DATA,
  Promise: "Await it.",
  RegExp: "Return its source.",
  ArrayBuffer: BASE64,
  SharedArrayBuffer: BASE64,
  Blob: ITS_TEXT,
  File: ITS_TEXT,
  Response: "Return await response.json() or await response.text().",
  Request: DATA,
  ReadableStream: "Read it to its end, and return what it gave.",
  Headers: AN_OBJECT,
  FormData: AN_OBJECT,
  URLSearchParams: "Return its text: String(it).",
  Generator: A_LIST,
  AsyncGenerator: "Collect what it yields, and return the list.",
  "Map Iterator": A_LIST,
  "Set Iterator": A_LIST,
  "Array Iterator": A_LIST,
};
