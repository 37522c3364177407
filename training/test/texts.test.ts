import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { catalogTexts } from "../texts/catalog.ts";
import { clip } from "../texts/clip.ts";
import { wordnetTexts } from "../texts/wordnet.ts";

const LIMITS = { tools: 10, descriptions: 0, names: 0, perServer: 10 };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "catalogs-"));
  vi.stubEnv("PLIMSOLL_DATA", folder);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  rmSync(join(folder, "catalog"), { recursive: true, force: true });
});

function writeCatalog(
  tools: readonly (readonly [server: string, name: string, description: string])[],
): void {
  mkdirSync(join(folder, "catalog"));
  const lines = tools.map(([server, name, description]) => JSON.stringify({ server, name, description }));
  writeFileSync(join(folder, "catalog", "tools.jsonl.gz"), gzipSync(lines.join("\n")));
}

const texts = (limits: Partial<typeof LIMITS> = {}) => catalogTexts("catalog", { ...LIMITS, ...limits });

describe("texts of a catalog", () => {
  test("are a name's words and the first two sentences, without markup and addresses", () => {
    writeCatalog([["a", "getOpenPulls", "List **open** <b>pulls</b>. See https://a.b/c now. And more."]]);
    expect(texts()).toEqual([{ kind: "tool", text: "get open pulls: List open pulls . See now." }]);
  });

  test("are each there once, and never in another language", () => {
    writeCatalog([
      ["a", "getPulls", "List pulls"],
      ["b", "GetPulls", "list pulls"],
      ["c", "holeListe", "Список всех заявок"],
    ]);
    expect(texts()).toHaveLength(1);
  });

  test("come from every server in turn, up to a number from each", () => {
    writeCatalog([
      ["a", "getPulls", "List pulls"],
      ["a", "getForks", "List forks"],
      ["a", "getTags", "List tags"],
      ["b", "getSongs", "List songs"],
    ]);
    expect(texts({ perServer: 2 }).map(({ text }) => text)).toEqual([
      "get pulls: List pulls",
      "get songs: List songs",
      "get forks: List forks",
    ]);
  });

  test("take the three forms in the shares asked for, one form a tool", () => {
    writeCatalog(
      Array.from({ length: 20 }, (_, at) => ["a", `get_thing_${at}`, `Reads thing number ${at}`] as const),
    );
    const kinds = texts({ tools: 3, descriptions: 2, names: 1, perServer: 20 }).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["description", "description", "name", "tool", "tool", "tool"]);
  });

  test("are missed with the variable that says where they are", () => {
    expect(() => texts()).toThrow(/set PLIMSOLL_DATA to the folder that holds catalog/);
  });
});

describe("texts of WordNet", () => {
  test("are words with their meaning, the commonest first, and examples without quotes", () => {
    const found = wordnetTexts({ glosses: 100, examples: 10 });
    expect(found.filter(({ kind }) => kind === "gloss")).toHaveLength(100);
    expect(found.filter(({ kind }) => kind === "example")).toHaveLength(10);
    expect(found.some(({ text }) => text.startsWith("have, have got, hold: "))).toBe(true);
    for (const { text } of found) expect(text).not.toMatch(/["_]|^: /);
  });
});

describe("a long text", () => {
  test("is cut between words", () => {
    expect(clip("word ".repeat(100))).toBe("word ".repeat(32).trim());
    expect(clip("x".repeat(500))).toHaveLength(160);
    expect(clip("short")).toBe("short");
  });
});
