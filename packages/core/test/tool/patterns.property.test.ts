import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resetEffort } from "../../src/tool/checking/effort.ts";
import { toPatternCheck, whyNamesUnchecked } from "../../src/tool/pattern/pattern-check.ts";

const character = fc.constantFrom(
  ..."aaaabbbb",
  ..."abAB01_-é😀 ",
  ...["\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "\\.", "\\/", "\\n", "\\t", "[\\0]", "\\cA", "\\x61"],
  ...["\\u0061", "\\u{1F600}", "\\uD83D\\uDE00", "\\uD83D", "\\p{L}", "\\P{Lu}", "\\p{Script=Greek}"],
  ...[
    "[ab]",
    "[^a]",
    "[a-z0-9_-]",
    "[\\w.]",
    "[\\b]",
    "[]",
    "[^]",
    "[\\]a]",
    "[[a]",
    "[😀-😂]",
    "[\\d\\-x]",
    "[^\\S\\n]",
  ],
);
const assertion = fc.constantFrom("^", "$", "\\b", "\\B");
const quantifier = fc.constantFrom(
  "*",
  "+",
  "?",
  "{2}",
  "{0}",
  "{1,}",
  "{0,2}",
  "{2,3}",
  "*?",
  "+?",
  "??",
  "{1,2}?",
);

const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string; group: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: tie("sequence") },
    { weight: 1, arbitrary: fc.tuple(tie("sequence"), tie("sequence")).map((options) => options.join("|")) },
  ),
  sequence: fc.array(tie("part"), { maxLength: 4 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: character },
    { weight: 2, arbitrary: fc.tuple(character, quantifier).map((both) => both.join("")) },
    { weight: 1, arbitrary: assertion },
    {
      weight: 2,
      arbitrary: fc.tuple(tie("group"), fc.option(quantifier, { nil: "" })).map((both) => both.join("")),
    },
  ),
  group: fc.tuple(fc.constantFrom("(", "(?:"), tie("pattern")).map(([open, inner]) => `${open}${inner})`),
}));

// Short enough that a backtracking matcher comes to its end too.
const text = fc
  .array(fc.constantFrom(..."abAB01_-é😀α .x/[]\n\t\0\b\u2028\u0001", "\ud83d", "\ude00"), { maxLength: 9 })
  .map((characters) => characters.join(""));

// Where one character more or less decides.
const whole = pattern.map((inner) => `^(?:${inner})$`);
const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 5 });

describe("patterns", () => {
  test("match the texts that the engine's own expressions match", () => {
    fc.assert(
      fc.property(
        fc.oneof(pattern, whole),
        fc.array(fc.oneof(text, few), { maxLength: 8 }),
        (source, texts) => {
          // V8 finds `\B` also between the halves of one character, against ECMA-262.
          fc.pre(!(source.includes("\\B") && texts.some((one) => one.includes("😀"))));
          resetEffort();
          const check = toPatternCheck(source);
          const native = new RegExp(source, "u");
          const answers = texts.map((one) => (check.type === "checked" ? check.matches(one) : check.reason));
          expect(answers).toEqual(texts.map((one) => native.test(one)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("are either checked or said not to be, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({ unit: fc.constantFrom(..."(?<=!:a)[]{1,}*+|\\k1^$") }),
        ),
        text,
        (source, one) => {
          resetEffort();
          const check = toPatternCheck(source);
          if (check.type === "checked") expect(check.matches(one)).toBe(new RegExp(source, "u").test(one));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("are left to the engine as keys only where it is quick with them", () => {
    fc.assert(
      fc.property(
        pattern,
        text,
        fc.string({ unit: fc.constantFrom("a", "b", "0", "-"), minLength: 1, maxLength: 4 }),
        (source, end, part) => {
          fc.pre(whyNamesUnchecked(source) === undefined);
          // A matcher that tries anything twice over does not get through this.
          expect(typeof new RegExp(source, "u").test(`${part.repeat(5_000)}${end}`)).toBe("boolean");
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["^x-", true],
    [".*", true],
    ["^[a-z]+(\\.[a-z]+)*$", true],
    ["^[^/]+/[^/]+$", true],
    ["^[a-zA-Z0-9_-]{1,64}$", true],
    ["\\d+", true],
    ["^(a+)+$", false],
    ["^(a|a)*$", false],
    ["^(a*)*$", false],
    ["a+b", false],
    ["^.*x", false],
    ["^\\s*[^a]*$", false],
  ])("as a key, %s is left to the engine: %s", (source, isLeft) => {
    expect(whyNamesUnchecked(source) === undefined).toBe(isLeft);
  });
});
