const MAX_LENGTH = 1_000;

/** A text that fits each format a validator knows; the names and addresses are those kept for examples. */
const SAMPLES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["date", "2026-01-31"],
  ["date-time", "2026-01-31T12:00:00Z"],
  ["time", "12:00:00Z"],
  ["duration", "P1D"],
  ["email", "name@example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uri", "https://example.com/"],
  ["uri-reference", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
  ["json-pointer", "/example"],
  ["regex", ".*"],
]);

/** Texts that stand for one the caller has to give, the one that says most first. */
export function placeholderTexts(
  schema: Readonly<Record<string, unknown>>,
  name: string,
  ordinal: number,
): readonly string[] {
  const sample = SAMPLES.get(schema["format"]);
  const called = ordinal === 0 ? name : `${name} ${ordinal + 1}`;
  const [least, most] = [lengthIn(schema, "minLength") ?? 0, lengthIn(schema, "maxLength") ?? MAX_LENGTH];
  const named = least > MAX_LENGTH ? [] : [`<${called}>`, called].map((text) => stretch(text, least, most));
  // A pattern stands in a copied schema as a format of its own. It often asks for letters or digits only, or for what
  // a format would: a date, an address, an id.
  const isPattern = "format" in schema && sample === undefined;
  const guesses = isPattern ? [...repeated(least), ...SAMPLES.values()] : [];
  return [...(sample === undefined ? [] : [sample]), ...named, ...guesses];
}

/** Makes `<title>` longer at its end, or shortens it to letters of the name where it does not fit. */
function stretch(text: string, least: number, most: number): string {
  const letters = [...text];
  if (letters.length > most) return [...text.replace(/^<|>$/g, "")].slice(0, most).join("");
  return text + "_".repeat(Math.max(0, least - letters.length));
}

function repeated(least: number): readonly string[] {
  return ["a", "A", "0", "1"].map((letter) => letter.repeat(Math.min(Math.max(1, least), MAX_LENGTH)));
}

function lengthIn(schema: Readonly<Record<string, unknown>>, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}
