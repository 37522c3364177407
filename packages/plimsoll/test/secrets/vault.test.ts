import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PlimsollError } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { openVault } from "../../src/secrets/vault.ts";
import { temporaryFolder } from "../support/servers.ts";

const ADA = { server: "hash-of-a-server", owner: "principal:ada" };
const BOB = { server: "hash-of-a-server", owner: "principal:bob" };
const SECRET = { access: "planted-access-token", refresh: "planted-refresh-token" };

function newFolder(): string {
  return join(temporaryFolder(), "state", "secrets");
}

async function everyByteOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return [...names, ...texts].join("\n");
}

async function sealedFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sealed")).sort();
}

async function keyIds(folder: string): Promise<string[]> {
  const { keys } = JSON.parse(await readFile(join(folder, "key.json"), "utf8")) as { keys: { id: string }[] };
  return keys.map(({ id }) => id);
}

describe("a vault", () => {
  it("gives back what was put in, to every process that opens it, and to its owner alone", async () => {
    const folder = newFolder();
    await openVault(folder).write(ADA, SECRET);
    expect(await openVault(folder).read(ADA)).toEqual(SECRET);
    expect(await openVault(folder).read(BOB)).toBeUndefined();
    expect(await openVault(folder).read({ ...ADA, server: "another" })).toBeUndefined();
  });

  it("has nothing readable in its files: no secret, no owner, no server", async () => {
    const folder = newFolder();
    await openVault(folder).write(ADA, SECRET);
    const bytes = await everyByteOf(folder);
    for (const word of ["planted", "access", "ada", "hash-of-a-server"]) expect(bytes).not.toContain(word);
    expect(bytes).not.toContain(Buffer.from("planted-access-token").toString("base64").slice(0, 16));
  });

  it("makes nothing before something is written", async () => {
    const folder = newFolder();
    expect(await openVault(folder).read(ADA)).toBeUndefined();
    expect(await openVault(folder).remove(ADA)).toBe(false);
    await expect(stat(folder)).rejects.toThrow("ENOENT");
  });

  it("is closed to other users of the machine", async () => {
    const folder = newFolder();
    await openVault(folder).write(ADA, SECRET);
    const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(folder)).toBe("700");
    for (const name of await readdir(folder)) expect(await modeOf(join(folder, name))).toBe("600");
  });

  it("forgets what is removed", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    expect(await vault.remove(ADA)).toBe(true);
    expect(await vault.read(ADA)).toBeUndefined();
    expect(await sealedFiles(folder)).toEqual([]);
  });
});

describe("a vault that others can look into", () => {
  it.each([
    ["key.json", "640"],
    ["key.json", "604"],
    [".", "750"],
    [".", "701"],
  ])(
    "by %s with mode %s is neither read nor written, in a sentence that says what to do",
    async (name, mode) => {
      const folder = newFolder();
      const vault = openVault(folder);
      await vault.write(ADA, SECRET);
      await chmod(join(folder, name), Number.parseInt(mode, 8));
      for (const attempt of [() => vault.read(ADA), () => vault.write(BOB, SECRET)]) {
        const error = await attempt().catch((cause: unknown) => cause);
        expect(PlimsollError.is(error, "VAULT_UNSAFE") && error.message).toMatch(
          /cannot hold secrets: other users of this machine can read or change it \(its mode is \d{3}\)\. Close it: chmod [67]00 /,
        );
      }
      await chmod(join(folder, name), name === "." ? 0o700 : 0o600);
    },
  );

  it("by a key file that is a link is refused", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    await rename(join(folder, "key.json"), join(folder, "elsewhere"));
    const { symlink } = await import("node:fs/promises");
    await symlink(join(folder, "elsewhere"), join(folder, "key.json"));
    await expect(vault.read(ADA)).rejects.toThrow("it is not a plain file");
  });
});

describe("a record that was tampered with", () => {
  it("by moving it to another owner's place is not opened there", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    const [adas = ""] = await sealedFiles(folder);
    await vault.write(BOB, { access: "bobs" });
    const bobs = (await sealedFiles(folder)).find((name) => name !== adas) ?? "";
    await writeFile(join(folder, bobs), await readFile(join(folder, adas)));
    expect(await vault.read(BOB)).toBeUndefined();
    expect(await vault.read(ADA)).toEqual(SECRET);
  });

  it("by changing any part of it is not opened", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    const [name = ""] = await sealedFiles(folder);
    const whole = JSON.parse(await readFile(join(folder, name), "utf8")) as Record<string, unknown>;
    for (const part of ["key", "iv", "tag", "sealed"]) {
      const bytes = Buffer.from(String(whole[part]), "base64");
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      await writeFile(join(folder, name), JSON.stringify({ ...whole, [part]: bytes.toString("base64") }));
      expect(await vault.read(ADA)).toBeUndefined();
    }
    for (const text of ["", "{", "null", "[]", '{"v":1}']) {
      await writeFile(join(folder, name), text);
      expect(await vault.read(ADA)).toBeUndefined();
    }
  });
});

describe("the key of a vault", () => {
  it("is replaced by rotation, and everything is sealed anew", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    await vault.write(BOB, { access: "bobs" });
    const [before] = await keyIds(folder);
    await vault.rotate();
    const after = await keyIds(folder);
    expect(after).toHaveLength(1);
    expect(after).not.toContain(before);
    expect(await openVault(folder).read(ADA)).toEqual(SECRET);
    expect(await openVault(folder).read(BOB)).toEqual({ access: "bobs" });
    expect(await everyByteOf(folder)).not.toContain(before ?? "");
  });

  it("is replaced by itself when it is old", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    const [before] = await keyIds(folder);
    const file = join(folder, "key.json");
    await writeFile(file, (await readFile(file, "utf8")).replace(/"madeAt":\d+/, '"madeAt":1'));
    await vault.write(BOB, { access: "bobs" });
    expect(await keyIds(folder)).not.toContain(before);
    expect(await vault.read(ADA)).toEqual(SECRET);
  });

  it("whose rotation was cut off in the middle loses nothing", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    const file = join(folder, "key.json");
    const { keys } = JSON.parse(await readFile(file, "utf8")) as { keys: Record<string, unknown>[] };
    const newer = { ...keys[0], id: "newer", key: Buffer.alloc(32, 7).toString("base64") };
    await writeFile(file, JSON.stringify({ keys: [newer, ...keys] }));
    await writeFile(join(folder, "left-behind.draft"), "half");
    await vault.write(BOB, { access: "bobs" });
    expect(await vault.read(ADA)).toEqual(SECRET);
    await vault.rotate();
    expect(await vault.read(ADA)).toEqual(SECRET);
    expect(await vault.read(BOB)).toEqual({ access: "bobs" });
    expect(await readdir(folder)).not.toContain("left-behind.draft");
  });

  it("that is lost costs the logins, and nothing else", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    await writeFile(join(folder, "key.json"), "not a key");
    expect(await vault.read(ADA)).toBeUndefined();
    await vault.write(BOB, { access: "bobs" });
    expect(await vault.read(BOB)).toEqual({ access: "bobs" });
  });
});

describe("what is done alone", () => {
  it("is done by one at a time, whoever opened the vault", async () => {
    const folder = newFolder();
    let running = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 12 }, () =>
        openVault(folder).alone(ADA, async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          done += 1;
        }),
      ),
    );
    expect([most, done]).toEqual([1, 12]);
  });

  it("is not held up by a process that was killed while it was at it", async () => {
    const folder = newFolder();
    const vault = openVault(folder);
    await vault.write(ADA, SECRET);
    await mkdir(folder, { recursive: true });
    const { hostname } = await import("node:os");
    // No process has this number: it is larger than any system gives.
    const dead = JSON.stringify({ id: "x", pid: 2 ** 30, host: hostname() });
    await writeFile(join(folder, "vault.lock"), dead);
    await vault.write(BOB, { access: "bobs" });
    expect(await vault.read(BOB)).toEqual({ access: "bobs" });
  });

  it("frees the place where it fails", async () => {
    const vault = openVault(newFolder());
    await expect(vault.alone(ADA, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await vault.alone(ADA, async () => "yes")).toBe("yes");
  });
});
