import { toSignature } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const sign = (properties: Record<string, unknown>, required: string[] = []) =>
  toSignature("f", { type: "object", properties, required });

describe("a compact signature", () => {
  test("reads like TypeScript, required parameters first", () => {
    const properties = {
      body: { type: "string" },
      repo: { type: "string" },
      labels: { type: "array", items: { type: "string" } },
      title: { type: "string" },
    };
    expect(toSignature("create_issue", { type: "object", properties, required: ["repo", "title"] })).toBe(
      "create_issue(repo: string, title: string, body?: string, labels?: string[])",
    );
  });

  test.each([
    [{ state: { enum: ["open", "closed"] } }, 'f(state?: "open" | "closed")'],
    [{ n: { type: "integer" } }, "f(n?: number)"],
    [{ n: { type: ["string", "null"] } }, "f(n?: string | null)"],
    [{ n: { anyOf: [{ type: "string" }, { type: "number" }] } }, "f(n?: string | number)"],
    [{ n: { type: "array", items: { enum: [1, 2] } } }, "f(n?: (1 | 2)[])"],
    [{ o: { type: "object", properties: { a: { type: "string" } } } }, "f(o?: { a?: string })"],
    [{ o: { type: "object" } }, "f(o?: object)"],
    [{ n: true }, "f(n?: unknown)"],
    [{ v: { const: "on" } }, 'f(v?: "on")'],
  ])("%j is said as %s", (properties, signature) => {
    expect(sign(properties)).toBe(signature);
  });

  test("shortens long enums and deep objects with a mark", () => {
    expect(sign({ e: { enum: [1, 2, 3, 4, 5, 6, 7, 8] } })).toBe("f(e?: 1 | 2 | 3 | 4 | 5 | 6 | …)");
    const deep = {
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "object", properties: { c: {} } } } } },
    };
    expect(sign({ o: deep })).toBe("f(o?: { a?: {…} })");
  });

  test("never leaves a required parameter out, and never throws", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(names, fc.jsonValue(), (keys, schema) => {
        const signature = sign(Object.fromEntries(keys.map((key) => [key, schema])), keys);
        for (const key of keys) expect(signature).toContain(`${key}: `);
      }),
    );
  });
});
