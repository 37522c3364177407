import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LiteralMatcher } from "../../src/secrets/literal-matcher.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { redactShapes } from "../../src/secrets/secret-shapes.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 5 });
const texts = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 60 });

/** Marks every place that a literal covers, and replaces each stretch of them. */
function replaceNaively(literals: readonly string[], text: string): string {
  const covered = Array.from({ length: text.length }, () => false);
  for (const literal of literals) {
    for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) {
      covered.fill(true, at, at + literal.length);
    }
  }
  return [...text]
    .map((letter, at) => (covered[at] === true ? (covered[at - 1] === true ? "" : "#") : letter))
    .join("");
}

describe("many texts looked for at once", () => {
  it("are found as if one after the other", () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), texts, (literals, text) => {
        expect(new LiteralMatcher(literals).replace(text, "#")).toBe(replaceNaively(literals, text));
      }),
    );
  });
});

describe("a redactor", () => {
  it("changes no text without secrets", () => {
    const words = fc.constantFrom(
      ..."The bearer of this token is basic authentication, see https://example.com/a?b=c#d or mail a@b.example".split(
        " ",
      ),
      ..."sk-learn task-force risk-assessment ghp_ eyJ AKIA Bearer\n Token: key=value {} [] 12345 true null".split(
        " ",
      ),
    );
    const redactor = createRedactor();
    redactor.learn([{ value: "planted-secret-0", isCertain: true }]);
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), fc.string(), (some, random) => {
        const text = `${some.join(" ")} ${random}`;
        expect(redactor.redact(text)).toBe(text);
        const value = { text: [text, { [random]: 1 }], other: null };
        expect(redactor.redactValue(value)).toBe(value);
      }),
    );
  });

  it("lets no secret through, whatever stands around it and however it is written", () => {
    const secret = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim() === text);
    const ways = fc.constantFrom<(text: string) => string>(
      (text) => text,
      encodeURIComponent,
      (text) => JSON.stringify(text),
      (text) => Buffer.from(text).toString("base64"),
    );
    fc.assert(
      fc.property(secret, ways, fc.string(), fc.string(), (value, write, before, after) => {
        fc.pre(!before.includes(value) && !after.includes(value) && !"[redacted]".includes(value));
        const redactor = createRedactor();
        redactor.learn([{ value, isCertain: true }]);
        const redacted = redactor.redact(before + write(value) + after);
        expect(redacted.includes(value)).toBe(false);
        expect(redacted).toContain("[redacted]");
      }),
    );
  });

  it("has the same to say of what it has been through", () => {
    const redactor = createRedactor();
    redactor.learn([{ value: "planted-secret-0", isCertain: true }]);
    const parts = fc.constantFrom(
      "planted-secret-0",
      "Bearer abcd1234efgh",
      "://u:p4ssword@h",
      " ",
      "x",
      "?key=12345",
    );
    fc.assert(
      fc.property(fc.array(parts), (some) => {
        const once = redactor.redact(some.join(""));
        expect(redactor.redact(once)).toBe(once);
      }),
    );
  });
});

describe("what has the shape of a secret", () => {
  it.each([
    ["Authorization: Bearer abc123DEF456", "Authorization: Bearer [redacted]"],
    ["Basic dXNlcjpwYXNzd29yZDE=", "Basic [redacted]"],
    ["key sk-ant-api03-abcdefghijklmnop", "key [redacted]"],
    ["ghp_0123456789abcdefghijklmnopqrstuvwxyz", "[redacted]"],
    ["github_pat_0123456789abcdefghij", "[redacted]"],
    ["xoxb-123456789012-abcdef", "[redacted]"],
    ["AKIAIOSFODNN7EXAMPLE", "[redacted]"],
    ["a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl b", "a [redacted] b"],
    ["postgres://admin:hunter2@db/x", "postgres://[redacted]@db/x"],
    ["https://x.example/?api_key=abcdef&b=1", "https://x.example/?api_key=[redacted]&b=1"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n", "[redacted]"],
  ])("%s is taken out", (text, expected) => {
    expect(redactShapes(text)).toBe(expected);
  });

  it("is looked for in a time that grows with the text alone, on texts made to be slow", () => {
    const hostile = [
      "Bearer ",
      "Bearer a",
      "sk-a",
      "eyJaaaaaaaa.",
      "://a:",
      "a",
      "?key=",
      "-----BEGIN PRIVATE KEY-----",
      " ",
      "eyJ",
    ];
    const redactor = createRedactor();
    redactor.learn([{ value: "a".repeat(500), isCertain: true }]);
    const length = 400_000;
    const timeOf = (part: string): number => {
      const text = part.repeat(Math.ceil(length / part.length));
      const start = performance.now();
      redactor.redact(text);
      return performance.now() - start;
    };
    const least = (part: string): number => Math.min(...[1, 2, 3].map(() => timeOf(part)));
    const harmless = least("The quick brown fox. ");
    // One that grew with the square would take hundreds of thousands of times as long.
    for (const part of hostile) expect(least(part) / harmless).toBeLessThan(200);
  });
});
