import fc from "fast-check";

/*
 * Hostile JSON is made as text, because some of it cannot be made otherwise: a key `__proto__`, a key that stands
 * there twice, or more levels than `JSON.stringify` can write.
 */

/** Keys that mean something to the language. */
const HOSTILE_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "valueOf",
  "hasOwnProperty",
  "then",
  "length",
  "0",
  "-1",
  "",
  "$ref",
  "type",
] as const;

/** Texts that end lines, move cursors, hide words, halve characters or look like something else. */
const HOSTILE_TEXTS = [
  "",
  "\u0000",
  "\ud800",
  "a\udfffb",
  "\uFEFF",
  "\r\n",
  "\u2028",
  "\u001b[2J\u009b31m",
  "\u202egnp.exe\u202c",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of a config are written so.
  "${PATH}",
  "%s%n%x",
  "1e999",
  "data:text/html,<script>",
  "plimsoll://",
  "a".repeat(5_000),
  "[".repeat(2_000),
] as const;

const NUMBERS = ["0", "-1", "1e308", "1e999", "-1e999", "9007199254740993", "0.1e-400", "1".repeat(400)];
const POLLUTION = '{"polluted":true,"toString":1,"constructor":{"prototype":{"polluted":true}}}';

/** Levels that no stack holds are among them. */
const deep: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(100, 300, 2_000, 50_000), fc.constantFrom("list", "object", "open"))
  .map(([levels, kind]) => {
    if (kind === "list") return "[".repeat(levels) + "]".repeat(levels);
    if (kind === "object") return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    return "[".repeat(levels);
  });

const text: fc.Arbitrary<string> = fc
  .oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: "binary", maxLength: 20 }))
  .map((one) => JSON.stringify(one));

/** Any key, as JSON. */
const key: fc.Arbitrary<string> = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(...HOSTILE_KEYS) }, fc.string({ maxLength: 6 }))
  .map((one) => JSON.stringify(one));

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: "hostile" },
    text,
    fc.constantFrom("null", "true", "false", "[]", "{}", POLLUTION, ...NUMBERS),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 3 })
      .map((members) => `{${members.map(([name, one]) => `${name}:${one}`).join(",")}}`),
  ),
}));

/** The text of a JSON value that somebody made to do harm. */
export const hostileJsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: value },
  { weight: 1, arbitrary: deep },
);

/** Such a value, parsed; without the texts that are no JSON. */
export const hostileValue: fc.Arbitrary<unknown> = value.map((one) => JSON.parse(one) as unknown);

/** How a valid document is changed: where, how, and into what. */
type Edit = readonly [place: number, kind: (typeof KINDS)[number], key: string, value: string];

const KINDS = ["replace", "replace", "remove", "rename", "add", "double", "swap", "pollute"] as const;

const edit: fc.Arbitrary<Edit> = fc.tuple(fc.nat(400), fc.constantFrom(...KINDS), key, hostileJsonText);

/** The text of a document that was valid before it was changed in a few places. */
export function changedJsonText(documents: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([document, edits]) => edits.reduce(apply, JSON.stringify(document)));
}

/** Such a document, parsed, where it is still JSON; else the document as it was. */
export function changedValue(documents: readonly unknown[]): fc.Arbitrary<unknown> {
  return changedJsonText(documents).map((changed) => {
    try {
      return JSON.parse(changed) as unknown;
    } catch {
      return documents[0];
    }
  });
}

function apply(json: string, [place, kind, name, replacement]: Edit): string {
  const tokens = [...json.matchAll(TOKEN)];
  const token = tokens[place % Math.max(tokens.length, 1)];
  if (token === undefined) return replacement;
  const { index } = token;
  const [whole, member, one = ""] = token;
  const cut = (written: string): string => json.slice(0, index) + written + json.slice(index + whole.length);
  switch (kind) {
    case "replace":
      return cut(`${member ?? ""}${replacement}`);
    case "remove":
      return cut(member === undefined ? "null" : '"gone":null');
    case "rename":
      return cut(member === undefined ? one : `${name}:${one}`);
    case "add":
      return cut(member === undefined ? one : `${name}:${replacement},${whole}`);
    case "double":
      return cut(member === undefined ? `${one},${one}` : `${whole},${whole}`);
    case "swap":
      return cut(`${member ?? ""}${tokens[(place * 7) % tokens.length]?.[2] ?? "null"}`);
    case "pollute":
      return cut(member === undefined ? POLLUTION : `"__proto__":${POLLUTION},${whole}`);
  }
}

// A value without anything in it, with the key before it if it has one; and the start of a value that has.
const TOKEN =
  /("(?:[^"\\]|\\.)*"\s*:\s*)?("(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null|\[\]|\{\})/g;
