import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createAccessToken, hashAccessToken } from "../../../src/server/auth/access-token.ts";
import { TokenBook, tokenBookOf } from "../../../src/server/auth/token-book.ts";
import { temporaryFolder } from "../../support/servers.ts";

const HOUR_MS = 3_600_000;

let folder: string;
let book: TokenBook;
beforeEach(() => {
  folder = join(temporaryFolder(), "tokens", "one");
  book = new TokenBook(folder);
});

describe("the book of tokens", () => {
  it("keeps a hash and not the token, for its user alone", async () => {
    const { token, record } = await book.create({ name: "ada", profiles: ["support"], ttlMs: HOUR_MS });
    const [file = "", ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.slice("plimsoll_".length, -8));
    expect(JSON.parse(text)).toEqual(record);
    expect(record.hash).toBe(hashAccessToken(token));
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("finds a token until it is over or revoked, and no other", async () => {
    const { token, record } = await book.create({ name: "ada", ttlMs: HOUR_MS });
    expect(await book.find(token)).toEqual(record);
    expect(await book.find(createAccessToken())).toBeUndefined();
    expect(await book.find(record.hash)).toBeUndefined();
    expect(await book.find("../../etc/passwd")).toBeUndefined();
    expect(await book.find(token, record.expiresAt - 1)).toEqual(record);
    expect(await book.find(token, record.expiresAt)).toBeUndefined();
    expect(await book.revoke("ada")).toEqual([record]);
    expect(await book.find(token)).toBeUndefined();
    expect(await book.revoke("ada")).toEqual([]);
  });

  it("revokes one by its id, and all of a name", async () => {
    const [first, second, third] = [
      await book.create({ name: "ada", ttlMs: HOUR_MS }),
      await book.create({ name: "ada", ttlMs: HOUR_MS }),
      await book.create({ name: "grace", ttlMs: HOUR_MS }),
    ];
    await book.revoke(first.record.id);
    expect(await book.find(first.token)).toBeUndefined();
    expect(await book.find(second.token)).toEqual(second.record);
    await book.revoke("ada");
    expect(await book.list()).toEqual([third.record]);
  });

  it("loses none of those that are made at the same time", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => new TokenBook(folder).create({ name: `n${at}`, ttlMs: HOUR_MS })),
    );
    const names = (await book.list()).map(({ name }) => name).sort();
    expect(names).toEqual(made.map(({ record }) => record.name).sort());
  });

  it("takes a file that is damaged, or says it is another's, for no token", async () => {
    const { token, record } = await book.create({ name: "ada", ttlMs: HOUR_MS });
    const file = join(folder, `${record.hash}.json`);
    for (const text of [
      "",
      "null",
      "{",
      JSON.stringify({ ...record, hash: "0".repeat(64) }),
      JSON.stringify({ ...record, expiresAt: "never" }),
      JSON.stringify({ ...record, profiles: "all" }),
    ]) {
      writeFileSync(file, text);
      expect(await book.find(token)).toBeUndefined();
      expect(await book.list()).toEqual([]);
    }
  });

  it("closes a folder that others could look into", async () => {
    await book.create({ name: "ada", ttlMs: HOUR_MS });
    chmodSync(folder, 0o755);
    await book.prepare();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("is another one for another config", async () => {
    const env = { PLIMSOLL_HOME: temporaryFolder() };
    const { token } = await (await tokenBookOf("/one/plimsoll.json", env)).create({
      name: "ada",
      ttlMs: HOUR_MS,
    });
    expect(await (await tokenBookOf("/one/plimsoll.json", env)).find(token)).toBeDefined();
    expect(await (await tokenBookOf("/two/plimsoll.json", env)).find(token)).toBeUndefined();
  });
});
