import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cacheFolder } from "../../src/embedder/cache-folder.ts";
import { openVectorCache } from "../../src/embedder/vector-cache.ts";
import { temporaryFolder } from "../support/servers.ts";

const MODEL = { id: "model-a", dimensions: 3 };
const VECTORS = { one: [1, 0, 0], two: [0, 0.5, -0.25], three: [0, 0, 1] } as const;
type Text = keyof typeof VECTORS;

const newFile = () => join(temporaryFolder(), "below", "some.vectors");
const open = (file: string, model = MODEL) => openVectorCache(file, model);
const add = (file: string, ...texts: Text[]) =>
  open(file).add(texts, Float32Array.from(texts.flatMap((text) => VECTORS[text])));
const known = (file: string, model = MODEL) => {
  const cache = open(file, model);
  return (Object.keys(VECTORS) as Text[]).filter((text) => {
    const vector = cache.get(text);
    if (vector !== undefined) expect([...vector]).toEqual(VECTORS[text]);
    return vector !== undefined;
  });
};

describe("a file of vectors", () => {
  it("has in another process what was added in one, in as many batches as it came", () => {
    const file = newFile();
    add(file, "one", "two");
    add(file, "three");
    expect(known(file)).toEqual(["one", "two", "three"]);
    expect(open(file).get("four")).toBeUndefined();
  });

  it("gives at once what was added to it", () => {
    const cache = open(newFile());
    cache.add(["two"], Float32Array.from(VECTORS.two));
    expect([...(cache.get("two") ?? [])]).toEqual(VECTORS.two);
  });

  it("loses the last record where that is torn, at any byte, and takes more after it", () => {
    const whole = newFile();
    add(whole, "one");
    const before = statSync(whole).size;
    add(whole, "two");
    const { size } = statSync(whole);
    for (let cut = before + 1; cut < size; cut += 1) {
      const file = join(temporaryFolder(), "torn.vectors");
      writeFileSync(file, readFileSync(whole));
      truncateSync(file, cut);
      expect(known(file)).toEqual(["one"]);
      add(file, "three");
      expect(known(file)).toEqual(["one", "three"]);
    }
  });

  it("ends where a record is not what was written, such as the zeros of a lost page", () => {
    const file = newFile();
    add(file, "one");
    appendFileSync(file, Buffer.alloc(48));
    add(file, "two");
    expect(known(file)).toEqual(["one", "two"]);
    const bytes = readFileSync(file);
    const last = bytes.length - 10;
    bytes[last] = (bytes[last] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(known(file)).toEqual(["one"]);
  });

  it("of another model, of other dimensions or of another program is replaced", () => {
    for (const spoil of [
      (file: string) => open(file, { ...MODEL, id: "model-b" }),
      (file: string) => open(file, { ...MODEL, dimensions: 4 }),
      (file: string) => writeFileSync(file, "not mine, and longer than a header would be".repeat(3)),
      (file: string) => writeFileSync(file, ""),
    ]) {
      const file = newFile();
      add(file, "one");
      spoil(file);
      expect(known(file)).toEqual([]);
      add(file, "two");
      expect(known(file)).toEqual(["two"]);
      expect(readdirSync(join(file, ".."))).toEqual(["some.vectors"]);
    }
  });

  it("gives no vector of another model, even where two wrote into one file", () => {
    const file = newFile();
    const first = open(file);
    const second = open(file, { ...MODEL, id: "model-b" });
    first.add(["one"], Float32Array.from(VECTORS.one));
    second.add(["two"], Float32Array.from(VECTORS.two));
    expect(known(file, { ...MODEL, id: "model-b" })).toEqual(["two"]);
  });

  it("keeps no text", () => {
    const file = newFile();
    open(file).add(["a secret text"], Float32Array.from(VECTORS.one));
    expect(readFileSync(file, "latin1")).not.toContain("secret");
  });

  it("that cannot be written still answers while the process lasts", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "below"), "a file where a folder should be");
    chmodSync(folder, 0o500);
    const cache = open(join(folder, "below", "some.vectors"));
    cache.add(["one"], Float32Array.from(VECTORS.one));
    expect([...(cache.get("one") ?? [])]).toEqual(VECTORS.one);
  });
});

it("the folder of what can be worked out again is the one that is named, or the user's", () => {
  expect(cacheFolder({ PLIMSOLL_CACHE: "/a", XDG_CACHE_HOME: "/b" })).toBe("/a");
  expect(cacheFolder({ PLIMSOLL_CACHE: "", XDG_CACHE_HOME: "/b" })).toBe(join("/b", "plimsoll"));
  expect(cacheFolder({})).toMatch(/\.cache.plimsoll$/);
});
