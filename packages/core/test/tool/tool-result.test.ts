import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { readResult } from "../../src/tool/tool-result.ts";

class Account {
  readonly id = 7;
  readonly greet = () => "hello";
  get secret() {
    return "not a field";
  }
}

/** The result that a value becomes; the reason where it becomes none. */
function read(value: unknown, maxCharacters?: number) {
  const answer = readResult(value, maxCharacters === undefined ? {} : { maxCharacters });
  return answer.type === "ok" ? answer.result : answer.reason;
}

function asData(value: unknown) {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

describe("what a handler returns", () => {
  test.each([
    ["a text", "done", { content: [{ type: "text", text: "done" }] }],
    ["an empty text", "", { content: [{ type: "text", text: "" }] }],
    ["nothing", undefined, { content: [] }],
    ["null", null, { content: [] }],
    ["data", { id: 7 }, { content: [{ type: "text", text: '{"id":7}' }], structuredContent: { id: 7 } }],
    ["a list", [1, 2], { content: [{ type: "text", text: "[1,2]" }], structuredContent: [1, 2] }],
    ["a number", 7, { content: [{ type: "text", text: "7" }], structuredContent: 7 }],
    [
      "data with a field named content that is not blocks",
      { content: "hello" },
      { content: [{ type: "text", text: '{"content":"hello"}' }], structuredContent: { content: "hello" } },
    ],
    [
      "data whose content has something beside blocks",
      { content: [{ id: 1 }] },
      asData({ content: [{ id: 1 }] }),
    ],
  ])("%s becomes a result", (_what, value, result) => {
    expect(read(value)).toEqual(result);
  });

  test("a result stands as it is, with fields that nobody here knows", () => {
    const result = {
      content: [
        { type: "image", data: "aGk=", mimeType: "image/png" },
        { type: "hologram", rays: [1, 2] },
      ],
      structuredContent: { rows: [{ id: 1 }] },
      _meta: { a: 1 },
      later: true,
    };
    expect(read(result)).toBe(result);
  });

  test("data stands as it is where JSON says the same", () => {
    const value = { rows: [{ id: 1, name: "a" }], none: null };
    expect(readResult(value)).toMatchObject({ result: { structuredContent: value } });
    const answer = readResult(value);
    expect(answer.type === "ok" && answer.result.structuredContent).toBe(value);
  });

  test("is not walked twice where it appears twice, and is no cycle for it", () => {
    const shared = { id: 1 };
    expect(read([shared, shared, { shared }])).toEqual(asData([{ id: 1 }, { id: 1 }, { shared: { id: 1 } }]));
  });

  // The text says what JSON says, and the structured content is the same as the text.
  test.each([
    ["a date is its ISO text", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
    ["a date that is none is null", { at: new Date(Number.NaN) }, { at: null }],
    ["a URL is its address", [new URL("https://example.com/a")], ["https://example.com/a"]],
    ["a property that is undefined is left out", { a: 1, b: undefined }, { a: 1 }],
    ["an undefined item is null", [1, undefined], [1, null]],
    ["a hole in a list is null", new Array(2), [null, null]],
    ["NaN and the infinities are null", [Number.NaN, 1 / 0, -1 / 0], [null, null, null]],
    ["a function as a property is a method, and left out", { a: 1, run: () => 1 }, { a: 1 }],
    ["a symbol as a property is left out", { a: 1, b: Symbol("b") }, { a: 1 }],
    ["an instance is its own fields", new Account(), { id: 7 }],
    ["an object of another realm is an object", runInNewContext("({ a: [1] })"), { a: [1] }],
    ["an object without a prototype is an object", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["a boxed value is the value", [new Number(1), new String("a"), new Boolean(false)], [1, "a", false]],
    ["what toJSON gives counts", { total: { toJSON: () => ({ sum: 3n < 4n }) } }, { total: { sum: true } }],
    [
      "an error is its name, its message and its fields",
      { reason: Object.assign(new RangeError("too far"), { code: 7 }) },
      { reason: { name: "RangeError", message: "too far", code: 7 } },
    ],
  ])("%s", (_what, value, data) => {
    const answer = readResult(value);
    if (answer.type === "unusable") throw new Error(answer.reason);
    expect(answer.result.structuredContent).toStrictEqual(data);
    const [block] = answer.result.content;
    expect(JSON.parse(block?.type === "text" ? block.text : "")).toStrictEqual(data);
  });

  test("a bigint with a toJSON that the program gave it is what that gives", () => {
    const prototype: { toJSON?: () => string } = BigInt.prototype as never;
    prototype.toJSON = function (this: bigint) {
      return String(this);
    };
    try {
      expect(read({ id: 7n })).toEqual(asData({ id: "7" }));
    } finally {
      delete prototype.toJSON;
    }
  });

  test("a value whose toJSON gives nothing is nothing", () => {
    expect(read({ toJSON: () => undefined })).toEqual({ content: [] });
  });
});

describe("a result that is not JSON is unusable, and the reason names the place", () => {
  const cyclic: Record<string, unknown> = { rows: [1, 2] };
  cyclic["child"] = { "par/ent": cyclic };
  const deep = JSON.parse(`${"[".repeat(600)}${"]".repeat(600)}`);

  test.each<[string, unknown, string]>([
    [
      "a bigint",
      { rows: [0, 1, 2, { id: 7n }] },
      "at /rows/3/id there is a bigint. Return a string or a number.",
    ],
    ["a bigint alone", 7n, "at / there is a bigint."],
    ["a cycle", cyclic, "at /child/par~1ent it leads back to /. Return a copy without the cycle."],
    ["a function alone", () => 1, "at / there is a function. Return data."],
    ["a function in a list", [() => 1], "at /0 there is a function."],
    ["a symbol in a list", { a: [Symbol("a")] }, "at /a/0 there is a symbol."],
    ["a map", { a: new Map([[1, 2]]) }, "at /a there is a Map, of which JSON would show nothing."],
    [
      "a set",
      [new Set([1])],
      "at /0 there is a Set, of which JSON would show nothing. Return a list: [...it].",
    ],
    [
      "a promise",
      { rows: Promise.resolve(1) },
      "at /rows there is a Promise, of which JSON would show nothing. Await it.",
    ],
    ["a response", new Response("a"), "Return await response.json() or await response.text()."],
    ["bytes", { data: new Uint8Array(3) }, "at /data there is a Uint8Array. Return its base64 as a text"],
    ["a buffer", Buffer.from("a"), "at / there is a Uint8Array. Return its base64 as a text"],
    ["a pattern", /a/, "at / there is a RegExp"],
    ["depth without end", deep, "it is nested deeper than 500 levels at /0/0/0"],
  ])("%s", (_what, value, reason) => {
    expect(read(value)).toContain(`Its result is not JSON: `);
    expect(read(value)).toContain(reason);
  });

  test("a getter, a toJSON or a proxy that throws", () => {
    const getter = {
      get row() {
        throw new Error("the row is gone");
      },
    };
    const converter = {
      toJSON() {
        throw new Error("cannot");
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(read({ list: [getter] })).toBe(
      "Its result is not JSON: /list/0/row throws when it is read: the row is gone",
    );
    expect(read([1, converter])).toBe("Its result is not JSON: /1 throws when it is read: cannot");
    expect(read(proxy)).toContain("Its result throws when it is read");
    expect(read([proxy])).toContain("/0 throws when it is read");
  });

  test("a cycle is told from size, also where the size is met first", () => {
    const value: Record<string, unknown> = { rows: Array.from({ length: 1_000 }, (_, at) => ({ at })) };
    value["self"] = value;
    expect(read(value, 50_000)).toContain("at /self it leads back to /.");
  });

  test("a toJSON that always gives more of itself comes to an end", () => {
    const more = (): unknown => ({ next: { toJSON: more } });
    expect(read(more())).toContain("nested deeper than");
  });

  test.each<[string, object, string]>([
    [
      "a text without words",
      { type: "text" },
      'at /content/1 there is a block of type "text" whose "text" is not a text.',
    ],
    [
      "a picture without data",
      { type: "image", mimeType: "image/png" },
      '"image" whose "data" is not a text.',
    ],
    ["a picture of bytes", { type: "image", data: Buffer.from("a"), mimeType: "image/png" }, "as base64."],
    ["a sound of no kind", { type: "audio", data: "aGk=" }, '"audio" whose "mimeType" is not a text.'],
    ["a link without a name", { type: "resource_link", uri: "file:///a" }, 'whose "name" is not a text.'],
    ["a resource without one", { type: "resource" }, '"resource" without a resource.'],
    [
      "a resource of numbers",
      { type: "resource", resource: { uri: "a", text: 7 } },
      'whose "text" is not a text.',
    ],
  ])("a block that is %s", (_what, block, reason) => {
    const answer = read({ content: [{ type: "text", text: "first" }, block] });
    expect(answer).toContain("Its result has a wrong block: at /content/1");
    expect(answer).toContain(reason);
  });

  test.each<[string, object, string]>([
    [
      "structured content",
      { structuredContent: { rows: [1n] } },
      "at /structuredContent/rows/0 there is a bigint.",
    ],
    [
      "structured content that is code",
      { structuredContent: () => 1 },
      "at /structuredContent there is a function.",
    ],
    ["metadata", { _meta: { when: new Map() } }, "at /_meta/when there is a Map"],
    ["a block", { content: [{ type: "new", x: 1n }] }, "at /content/0/x there is a bigint."],
  ])("what a result carries: %s", (_what, fields, reason) => {
    expect(read({ content: [], ...fields })).toContain(reason);
  });

  test("structured content of a result says what its JSON says", () => {
    const result = { content: [], structuredContent: { at: new Date(0), none: undefined }, later: 1 };
    expect(read(result)).toStrictEqual({
      content: [],
      structuredContent: { at: "1970-01-01T00:00:00.000Z" },
      later: 1,
    });
  });
});
