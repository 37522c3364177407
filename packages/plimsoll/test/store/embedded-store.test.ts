import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Store, StoreKey } from "@plimsoll/core";
import { afterEach, describe, expect, it } from "vitest";
import { findDamage } from "../../src/store/damage.ts";
import { openEmbeddedStore } from "../../src/store/embedded-store.ts";
import { stateFolder } from "../../src/store/state-folder.ts";
import { until } from "../support/processes.ts";
import { temporaryFolder } from "../support/servers.ts";

const WRITER = fileURLToPath(new URL("../support/store-writer.ts", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const PATIENCE_MS = 60_000;

const open: Store[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(open.splice(0).map((store) => store.close()));
});

async function openStore(folder: string, note?: (sentence: string) => void): Promise<Store> {
  const store = await openEmbeddedStore(note === undefined ? { folder } : { folder, note });
  open.push(store);
  return store;
}

function startWriter(folder: string, name: string, mode: "write" | "count") {
  const args = ["--conditions=@plimsoll/source", "--import", TSX, WRITER, folder, name, mode];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const said = { text: "" };
  child.stdout.on("data", (piece) => {
    said.text += piece;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said, ended };
}

const key = (id: string): StoreKey => ({ space: "catalog", owner: "shared", id });

describe("the embedded store", () => {
  it("is for its user alone", async () => {
    const folder = join(temporaryFolder(), "deep", "inside");
    await openStore(folder);
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    for (const name of readdirSync(folder)) expect(modeOf(join(folder, name)) & 0o077).toBe(0);
  });

  it("keeps what was written for whoever opens it next", async () => {
    const folder = temporaryFolder();
    const first = await openEmbeddedStore({ folder });
    await first.write(key("a"), { kept: true });
    await first.close();
    expect((await (await openStore(folder)).read(key("a")))?.value).toEqual({ kept: true });
  });

  it("has only whole values after its writers were killed in the middle of writing", async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 3; round += 1) {
      const writers = ["a", "b"].map((name) => startWriter(folder, name, "write"));
      await until(
        () => writers.every(({ said }) => said.text.split("\n").length > 8 + round * 5),
        "both writers are at work",
        PATIENCE_MS,
      );
      for (const { child } of writers) child.kill("SIGKILL");
      await Promise.all(writers.map(({ ended }) => ended));
      const notes: string[] = [];
      const store = await openEmbeddedStore({ folder, note: (sentence) => notes.push(sentence) });
      for (const name of ["a", "b"]) {
        for (const part of [0, 1, 2, 3, 4]) {
          const read = await store.read(key(`${name}${part}`));
          expect(notes).toEqual([]);
          const { round: at = -1, fill }: { round?: number; fill?: string } = Object(read?.value);
          expect(fill).toBe(String(at % 10).repeat(1_000 + ((at * 7_919) % 60_000)));
        }
      }
      expect(notes).toEqual([]);
      expect((await store.write(key("after"), round)).type).toBe("written");
      await store.close();
    }
  });

  it("is not taken for damaged while other processes make it grow", async () => {
    const folder = temporaryFolder();
    const writers = ["a", "b"].map((name) => startWriter(folder, name, "write"));
    await until(() => writers.every(({ said }) => said.text.includes("ready")), "both write", PATIENCE_MS);
    const found = new Set<string | undefined>();
    for (let look = 0; look < 300; look += 1) found.add(findDamage(join(folder, "store.lmdb")));
    expect([...found]).toEqual([undefined]);
  });

  it("loses no step of a count that several processes make at once", async () => {
    const folder = temporaryFolder();
    const writers = ["a", "b", "c"].map((name) => startWriter(folder, name, "count"));
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    const store = await openStore(folder);
    expect((await store.read({ space: "load", owner: "shared", id: "counter" }))?.value).toBe(120);
  });

  it("tells a subscriber what another process wrote", async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder);
    const heard: string[] = [];
    await store.subscribe("catalog", ({ id }) => heard.push(id));
    startWriter(folder, "x", "write");
    await until(() => heard.includes("x3"), "the write is heard of", PATIENCE_MS);
  });

  it.each<[string, (file: string) => void]>([
    ["cut short", (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["cut to a few bytes", (file) => truncateSync(file, 100)],
    ["no database at all", (file) => writeFileSync(file, "x".repeat(10_000))],
    ["overwritten with zeros", (file) => writeFileSync(file, Buffer.alloc(statSync(file).size))],
  ])("moves a file aside that is %s, says so, and starts anew", async (_, damage) => {
    const folder = temporaryFolder();
    const before = await openEmbeddedStore({ folder });
    await before.write(key("a"), "x".repeat(50_000));
    await before.close();
    damage(join(folder, "store.lmdb"));
    const notes: string[] = [];
    const store = await openStore(folder, (sentence) => notes.push(sentence));
    expect(notes).toEqual([
      expect.stringMatching(/store\.lmdb is damaged \(.+\): it was moved to .+\.damaged, and/),
    ]);
    expect(await store.read(key("a"))).toBeUndefined();
    expect((await store.write(key("a"), 1)).type).toBe("written");
    expect(readdirSync(folder)).toContain("store.lmdb.damaged");
  });

  it("looks into a file whose last process ended without closing it, and moves it aside if a page is damaged", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "store.lmdb");
    const before = await openEmbeddedStore({ folder });
    for (let at = 0; at < 50; at += 1) await before.write(key(`k${at}`), "y".repeat(3_000));
    await before.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 8_192); // Every page but the two that are looked at before it is opened.
    writeFileSync(file, bytes);
    writeFileSync(join(folder, "store.lmdb.users", "999999999.1"), "");
    const notes: string[] = [];
    const store = await openStore(folder, (sentence) => notes.push(sentence));
    expect(notes).toHaveLength(1);
    expect((await store.write(key("a"), 1)).type).toBe("written");
  });

  it("leaves a file alone whose last process was killed, but which is whole", async () => {
    const folder = temporaryFolder();
    const before = await openEmbeddedStore({ folder });
    await before.write(key("a"), 1);
    await before.close();
    writeFileSync(join(folder, "store.lmdb.users", "999999999.1"), "");
    const notes: string[] = [];
    const store = await openStore(folder, (sentence) => notes.push(sentence));
    expect([notes, (await store.read(key("a")))?.value]).toEqual([[], 1]);
  });

  it("rejects once it is closed, and does not end the process", async () => {
    const store = await openEmbeddedStore({ folder: temporaryFolder() });
    await store.close();
    await expect(store.read(key("a"))).rejects.toThrow();
    await expect(store.write(key("a"), 1)).rejects.toThrow();
    await delay(10);
  });
});

describe("the folder of the state", () => {
  it("is the one that is named, or where the system keeps such things", () => {
    expect(stateFolder({ PLIMSOLL_HOME: "/x", XDG_STATE_HOME: "/y" }, "linux")).toBe("/x");
    expect(stateFolder({ XDG_STATE_HOME: "/y" }, "linux")).toBe(join("/y", "plimsoll"));
    expect(stateFolder({}, "linux")).toMatch(/[/\\]\.local[/\\]state[/\\]plimsoll$/);
    expect(stateFolder({}, "darwin")).toMatch(/Library[/\\]Application Support[/\\]plimsoll$/);
    expect(stateFolder({ LOCALAPPDATA: "C:/u" }, "win32")).toBe(join("C:/u", "plimsoll"));
  });
});
