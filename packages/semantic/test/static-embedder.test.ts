import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createStaticEmbedder } from "../src/index.ts";
import { toyTable } from "./toy-table.ts";

const embedder = createStaticEmbedder();

async function vectorOf(text: string): Promise<number[]> {
  return [...(await embedder.embed([text], "query"))];
}

async function cosine(one: string, two: string): Promise<number> {
  const [a, b] = await Promise.all([vectorOf(one), vectorOf(two)]);
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

describe("meaning", () => {
  test.each([
    ["validate", "check", "resize"],
    ["check my file", "validate_file", "delete_user"],
    ["remove a customer", "delete client", "resize image"],
    ["what is the weather tomorrow", "get_forecast", "delete_file"],
    ["send a message to my boss", "post_chat_message", "list_invoices"],
    ["how much is 5 dollars in euros", "convertCurrency", "createBranch"],
  ])("%j is nearer to %j than to %j", async (text, near, far) => {
    expect(await cosine(text, near)).toBeGreaterThan((await cosine(text, far)) + 0.15);
  });
});

describe("a vector", () => {
  test("is of unit length for any text with a word in it, and otherwise zero", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        const vector = await vectorOf(text);
        expect(vector).toHaveLength(embedder.dimensions);
        if (/[a-z0-9]/i.test(text)) expect(lengthOf(vector)).toBeCloseTo(1, 5);
        else if (/^[\p{P}\p{Z}\p{Script=Han}\p{Emoji_Presentation}]*$/u.test(text))
          expect(lengthOf(vector)).toBe(0);
      }),
    );
  });

  test.each([
    ["nothing", ""],
    ["spaces", " \n\t"],
    ["signs", "?!—…{}"],
    ["emoji", "😀👩‍👩‍👧"],
    ["Chinese", "删除文件"],
    ["half of a surrogate pair", "\ud83d"],
  ])("of %s is zero", async (_, text) => {
    expect(lengthOf(await vectorOf(text))).toBe(0);
  });

  test("of a megabyte of words, or of one word of a megabyte, is of unit length", async () => {
    expect(lengthOf(await vectorOf("delete the file ".repeat(65_536)))).toBeCloseTo(1, 5);
    expect(lengthOf(await vectorOf("x".repeat(1_048_576)))).toBeCloseTo(1, 5);
  });

  test("of an identifier is that of its words", async () => {
    const words = await vectorOf("validate file");
    for (const name of ["validateFile", "ValidateFile", "validate_file", "validate-file", "validate.file"]) {
      expect(await vectorOf(name)).toEqual(words);
    }
  });

  test("takes no notice of case, accents and signs", async () => {
    expect(await vectorOf("Réserver: an HÔTEL!")).toEqual(await vectorOf("reserver an hotel"));
  });

  test("is the same whatever else is embedded, whatever for, and in another embedder", async () => {
    const other = createStaticEmbedder();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), async (texts) => {
        const together = await embedder.embed(texts, "tool");
        const apart = await Promise.all(texts.map((text) => other.embed([text], "query")));
        expect([...together]).toEqual(apart.flatMap((vector) => [...vector]));
      }),
    );
  });
});

describe("the table", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("is read at once in Node", () => {
    expect(createStaticEmbedder().embed(["file"], "tool")).toBeInstanceOf(Float32Array);
  });

  test("can be one's own, which the id and the dimensions follow", async () => {
    const own = createStaticEmbedder({ table: toyTable({ one: [100, 0], two: [0, 100] }) });
    expect(own.dimensions).toBe(2);
    expect(own.id).not.toBe(embedder.id);
    expect([...(await own.embed(["one", "two two", "three"], "tool"))]).toEqual([1, 0, 0, 1, 0, 0]);
  });

  test("is refused when it is none, before anything is embedded", () => {
    expect(() => createStaticEmbedder({ table: new Uint8Array(100) })).toThrow(TypeError);
  });

  test("is fetched once where there is no Node, and then answers come at once", async () => {
    const bytes = await shippedBytes();
    const fetched = vi.fn(async () => new Response(bytes));
    vi.stubGlobal("process", undefined);
    vi.stubGlobal("fetch", fetched);
    const browser = createStaticEmbedder();
    const answers = [browser.embed(["delete file"], "query"), browser.embed(["delete file"], "tool")];
    expect(answers[0]).toBeInstanceOf(Promise);
    expect(browser.id).toBe(embedder.id);
    for (const answer of answers) expect([...(await answer)]).toEqual(await vectorOf("delete file"));
    expect(browser.embed(["delete file"], "query")).toBeInstanceOf(Float32Array);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test("is fetched again after a download that failed", async () => {
    const bytes = await shippedBytes();
    const answers = [new Response("gone", { status: 404 }), new Response(bytes)];
    vi.stubGlobal("process", undefined);
    vi.stubGlobal("fetch", async () => answers.shift());
    const browser = createStaticEmbedder();
    await expect(browser.embed(["file"], "query")).rejects.toThrow(/table\.bin answered 404/);
    expect(await browser.embed(["file"], "query")).toHaveLength(browser.dimensions);
  });

  test("is refused when it is not the one that this version came with", async () => {
    vi.stubGlobal("process", undefined);
    vi.stubGlobal("fetch", async () => new Response(new Uint8Array(toyTable({ one: [1, 1] }))));
    await expect(createStaticEmbedder().embed(["one"], "query")).rejects.toThrow(/install the package again/);
  });
});

describe("vectors of the teacher", () => {
  const own = createStaticEmbedder({ table: toyTable({ one: [100, 0] }) });

  test("are taken into the table's space at unit length", async () => {
    const projected = await own.projectTeacher(Float32Array.of(3, 4, 100, 0, 0, 9));
    expect([...projected].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8, 0, 0]);
  });

  test("are refused when they are not whole", () => {
    expect(() => own.projectTeacher(new Float32Array(4))).toThrow(/4 numbers are no whole number of vectors/);
  });

  test("of the shipped table's teacher have 384 numbers", async () => {
    const projected = await embedder.projectTeacher(new Float32Array(384).fill(0.05));
    expect(lengthOf([...projected])).toBeCloseTo(1, 5);
  });
});

async function shippedBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(new URL("../data/table.bin", import.meta.url)));
}
