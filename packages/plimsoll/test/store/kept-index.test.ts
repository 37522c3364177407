import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchDocument } from "@plimsoll/core/search";
import { createStaticEmbedder } from "@plimsoll/semantic";
import { expect, it } from "vitest";
import { openKeptIndex } from "../../src/store/kept-index.ts";
import { temporaryFolder } from "../support/servers.ts";

const embedding = Promise.resolve(createStaticEmbedder());
const CONFIG = "/somewhere/plimsoll.json";

function documentOf(name: string, description: string): SearchDocument {
  return {
    name,
    wireName: name.replace("/", "__"),
    aliases: [],
    title: "",
    description,
    keywords: [],
    retiredNames: [],
    searchHint: "",
    promptSnippet: "",
    parameterNames: "",
    parameterDescriptions: "",
    source: "one",
    sourceTitle: "one",
    domain: "one",
    risk: "write",
    state: "deferred",
  };
}

const DOCUMENTS = [documentOf("one/merge", "Merge a branch"), documentOf("one/close", "Close an issue")];
const fileIn = (folder: string): string => join(folder, readdirSync(folder)[0] ?? "");

it("finds in the next run what it read in this one, without reading it again", async () => {
  const folder = temporaryFolder();
  const first = await openKeptIndex(folder, CONFIG, embedding);
  first.index.put(DOCUMENTS);
  await first.keep(2);
  expect(statSync(fileIn(folder)).mode & 0o077).toBe(0);
  const before = readFileSync(fileIn(folder));

  const second = await openKeptIndex(folder, CONFIG, embedding);
  expect(second.index.size).toBe(2);
  second.index.put(DOCUMENTS);
  await second.keep(2);
  expect(readFileSync(fileIn(folder)).equals(before)).toBe(true);
  expect((await openKeptIndex(folder, "/elsewhere/plimsoll.json", embedding)).index.size).toBe(0);
});

it("is given up where it has tools that are gone", async () => {
  const folder = temporaryFolder();
  const first = await openKeptIndex(folder, CONFIG, embedding);
  first.index.put(DOCUMENTS);
  await first.keep(2);
  const second = await openKeptIndex(folder, CONFIG, embedding);
  await second.keep(1);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ["damaged", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ["something else", () => Buffer.from("no index")],
])("begins anew where the file is %s", async (_, change) => {
  const folder = temporaryFolder();
  const first = await openKeptIndex(folder, CONFIG, embedding);
  first.index.put(DOCUMENTS);
  await first.keep(2);
  const file = fileIn(folder);
  writeFileSync(file, change(readFileSync(file)));
  expect((await openKeptIndex(folder, CONFIG, embedding)).index.size).toBe(0);
});
