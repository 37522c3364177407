import fc from "fast-check";

/** White space and comments as people leave them between the parts of a JSON file. */
const trivia = fc
  .array(
    fc.constantFrom(
      " ",
      "  ",
      "\t",
      "\n",
      "\n\n",
      '// a note, with } and " in it\n',
      "/* { */",
      "/* two\nlines */",
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(""));

const name = fc.constantFrom(
  "a",
  "b",
  "github",
  "two words",
  "ключ",
  "__proto__",
  "plimsoll-other",
  '"quoted"',
);
const scalar = fc.constantFrom('"text"', '"// no comment"', '"\\u007d"', "1", "-0.5e3", "true", "null");

/** A JSON object over several lines or in one, with comments, trailing commas and all. */
function objectOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(name, value, trivia, trivia), { maxLength: 3, selector: ([key]) => key }),
      trivia,
      fc.boolean(),
    )
    .map(([pairs, inner, isTrailing]) => {
      const written = pairs.map(
        ([key, text, before, after]) => `${before}${JSON.stringify(key)}:${text}${after}`,
      );
      return `{${written.join(",")}${isTrailing && pairs.length > 0 ? "," : ""}${inner}}`;
    });
}

const plain = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, scalar, objectOf(scalar), objectOf(tie("value"))),
})).value;

/** A client's JSON file: with a map of servers or without, whatever its marks, line ends and indentation. */
export function jsonFiles(key: string): fc.Arbitrary<string> {
  const map = fc.oneof(objectOf(objectOf(scalar)), objectOf(scalar));
  const file = fc
    .tuple(fc.option(map, { nil: undefined }), objectOf(plain), trivia, trivia, trivia, fc.boolean())
    .map(([servers, rest, first, between, last, isFirst]) => {
      if (servers === undefined) return `${first}${rest}${last}`;
      const property = `${JSON.stringify(key)}${between}:${servers}`;
      const body = rest.slice(1, -1);
      const isAlone = !/"/.test(body.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ""));
      if (isAlone) return `${first}{${property}${body}}${last}`;
      return isFirst
        ? `${first}{${property},${body}}${last}`
        : `${first}{${toSeparated(body)}${property}}${last}`;
    });
  return dressed(fc.oneof({ weight: 9, arbitrary: file }, trivia));
}

/** A body that something may follow. */
function toSeparated(body: string): string {
  const bare = body.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1").trimEnd();
  return bare.endsWith(",") ? `${body}\n` : `${body}\n,`;
}

const tomlLine = fc.constantFrom(
  'model = "gpt-5.5" # a note',
  "",
  "# plain",
  "[features]",
  'x = """\ntwo\nlines"""',
  "[mcp_servers.files]",
  'command = "npx"',
  'args = [\n  "-y", # first\n  "files",\n]',
  "[[list]]",
  "number = 1_000",
);

/** A TOML file that parses. */
export function tomlFiles(isToml: (text: string) => boolean): fc.Arbitrary<string> {
  const text = fc
    .uniqueArray(tomlLine, { maxLength: 8 })
    .map((lines) => lines.join("\n"))
    .filter(isToml);
  return dressed(text, ["\n", "\r\n"]);
}

/** The same text with other line ends, a mark of the byte order, with or without an end of its last line. */
function dressed(
  text: fc.Arbitrary<string>,
  ends: readonly string[] = ["\n", "\r\n", "\r"],
): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.constantFrom(...ends), fc.constantFrom("", "\uFEFF"), fc.constantFrom("", "\n", "\n\n"))
    .map(([body, end, mark, tail]) => `${mark}${`${body}${tail}`.replaceAll("\n", end)}`);
}
