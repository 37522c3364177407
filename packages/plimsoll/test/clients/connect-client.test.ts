import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Client, clientNamed } from "../../src/clients/client.ts";
import { applyConnect, applyUndo } from "../../src/clients/connect-client.ts";
import { planConnect } from "../../src/clients/connection.ts";
import type { Entry } from "../../src/clients/gateway-entry.ts";
import { openJournal } from "../../src/clients/journal.ts";
import { readTextFile } from "../../src/clients/text-file.ts";
import { temporaryFolder } from "../support/servers.ts";

const TEXT = '{ "mcpServers": { "a": { "command": "x" } } } // no line end';
const cursor = clientNamed("cursor") as Client;

function setUp(name = "mcp.json") {
  const folder = temporaryFolder();
  const journal = openJournal({ PLIMSOLL_HOME: join(folder, "home") });
  const file = join(folder, name);
  const connect = async (entry: Entry = { command: "plimsoll" }) => {
    const before = await readTextFile(file);
    const plan = planConnect(cursor, { file, text: before }, entry);
    if (plan.type !== "write") throw new Error("It was connected already.");
    return applyConnect(cursor, { file, before, after: plan.edit.text }, journal);
  };
  const undo = async () => {
    const connection = await journal.find(file);
    if (connection === undefined) throw new Error("Nothing is on record.");
    return applyUndo(cursor, connection, journal);
  };
  const backup = journal.backupOf(file);
  return { folder, file, backup, journal, connect, undo, read: () => readFileSync(file, "utf8") };
}

describe("connecting", () => {
  it("keeps a copy for this user alone, away from the project, until it is undone", async () => {
    const { folder, file, backup, connect, undo, read, journal } = setUp();
    writeFileSync(file, TEXT, { mode: 0o640 });
    expect(await connect()).toBe(backup);
    expect(readFileSync(backup, "utf8")).toBe(TEXT);
    expect(read()).toContain('"plimsoll"');
    expect(readdirSync(folder).sort()).toEqual(["home", "mcp.json"]);
    const modes = [file, backup, dirname(backup)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o640, 0o600, 0o700]);
    expect(await undo()).toEqual({ type: "restored" });
    expect(read()).toBe(TEXT);
    expect(existsSync(backup)).toBe(false);
    expect(await journal.all()).toEqual([]);
  });

  it("makes file and folder where there are none, and undoing removes both", async () => {
    const { folder, file, connect, undo } = setUp(".cursor/mcp.json");
    expect(await connect()).toBe(undefined);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await undo()).toEqual({ type: "deleted" });
    expect(existsSync(join(folder, ".cursor"))).toBe(false);
  });

  it("leaves the folder it made where somebody has put something into it", async () => {
    const { folder, file, connect, undo } = setUp(".cursor/mcp.json");
    await connect();
    writeFileSync(join(folder, ".cursor", "rules"), "");
    await undo();
    expect([existsSync(file), existsSync(join(folder, ".cursor", "rules"))]).toEqual([false, true]);
  });

  it.each([TEXT, "{}", undefined])("twice is undone to what was before the first: %s", async (before) => {
    const { file, connect, undo } = setUp();
    if (before !== undefined) writeFileSync(file, before);
    await connect();
    await connect({ url: "http://127.0.0.1:1/mcp" });
    await undo();
    expect(await readTextFile(file)).toBe(before);
  });

  it("twice, with an edit between, is undone to the edited file without the entry", async () => {
    const { file, connect, undo, read } = setUp();
    writeFileSync(file, TEXT);
    await connect();
    writeFileSync(file, `${read()}\n// edited`);
    await connect({ url: "http://127.0.0.1:1/mcp" });
    await undo();
    expect(read()).toBe(`${TEXT}\n// edited`);
  });

  it("takes out only the entry where the file was edited since, and keeps the copy", async () => {
    const { file, backup, connect, undo, read } = setUp();
    writeFileSync(file, TEXT);
    await connect();
    writeFileSync(file, `${read()}\n// edited`);
    expect(await undo()).toEqual({ type: "taken-out", backup });
    expect(read()).toBe(`${TEXT}\n// edited`);
  });

  it("is undone where the file, the entry or the copy is gone", async () => {
    const { file, backup, connect, undo, read } = setUp();
    writeFileSync(file, TEXT);
    await connect();
    rmSync(backup);
    expect(await undo()).toMatchObject({ type: "taken-out" });
    expect(read()).toBe(TEXT);
    await connect();
    rmSync(file);
    expect(await undo()).toEqual({ type: "gone" });
    expect(existsSync(file)).toBe(false);
  });

  it("writes through a link, and leaves the link", async () => {
    const { folder, file, connect, undo } = setUp();
    mkdirSync(join(folder, "dotfiles"));
    writeFileSync(join(folder, "dotfiles", "mcp.json"), TEXT);
    symlinkSync(join(folder, "dotfiles", "mcp.json"), file);
    await connect();
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "dotfiles", "mcp.json"), "utf8")).toContain("plimsoll");
    await undo();
    expect(readFileSync(join(folder, "dotfiles", "mcp.json"), "utf8")).toBe(TEXT);
  });

  it("does not overwrite a copy that is not on record", async () => {
    const { file, backup, connect } = setUp();
    writeFileSync(file, TEXT);
    mkdirSync(dirname(backup), { recursive: true });
    writeFileSync(backup, "somebody's only copy");
    expect(await connect()).toBe(`${backup}-2`);
    expect(readFileSync(backup, "utf8")).toBe("somebody's only copy");
  });

  it("writes nothing where somebody else was faster, or the file is not text", async () => {
    const { file, journal } = setUp();
    writeFileSync(file, "{}");
    await expect(applyConnect(cursor, { file, before: "{ }", after: "x" }, journal)).rejects.toMatchObject({
      code: "CLIENT_FILE_UNUSABLE",
      message: expect.stringContaining("changed by somebody else meanwhile. Run this again."),
    });
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    await expect(readTextFile(file)).rejects.toThrow("it is not text in UTF-8.");
    expect(await journal.all()).toEqual([]);
  });

  it("goes on where the journal is damaged", async () => {
    const { folder, journal, file, connect } = setUp();
    mkdirSync(join(folder, "home"));
    writeFileSync(join(folder, "home", "connections.json"), '[{"file": 1}, nonsense');
    expect(await journal.all()).toEqual([]);
    await connect();
    expect(await journal.find(file)).toMatchObject({ client: "cursor" });
  });
});
