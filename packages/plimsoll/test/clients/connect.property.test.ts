import { PlimsollError } from "@plimsoll/core";
import fc from "fast-check";
import jsonc from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { type Client, clientNamed, type Machine } from "../../src/clients/client.ts";
import { type Connection, hashOf, planConnect, planUndo } from "../../src/clients/connection.ts";
import { type Entry, toGatewayEntry, type Way } from "../../src/clients/gateway-entry.ts";
import { jsonFiles, tomlFiles } from "./file-texts.ts";

const FILE = "/home/me/file";
const MACHINE: Machine = { platform: "linux", home: "/home/me", folder: "/home/me/project", env: {} };
const WAYS: readonly Way[] = [
  { type: "url", url: "http://127.0.0.1:7077/mcp" },
  { type: "stdio", config: "/home/me/project/plimsoll.json" },
];

function known(name: string): Client {
  const client = clientNamed(name);
  if (client === undefined) throw new Error(name);
  return client;
}

const ways = fc.constantFrom(...WAYS);
const entryFor = (client: Client, way: Way): Entry => toGatewayEntry(client, "user", way, MACHINE);

/** The text after connecting; the entry is in it, and everything else is as before. */
function connect(client: Client, text: string | undefined, entry: Entry): string {
  const plan = planConnect(client, { file: FILE, text }, entry);
  if (plan.type !== "write") throw new Error("It was connected already.");
  return plan.edit.text;
}

function connectionTo(client: Client, text: string | undefined, after: string): Connection {
  const backup = text === undefined ? {} : { backup: `${FILE}.plimsoll-backup` };
  return { client: client.name, file: FILE, written: hashOf(after), ...backup };
}

type Json = Record<string, unknown>;

function readJson(text: string): Json {
  const errors: jsonc.ParseError[] = [];
  const value = jsonc.parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true }) as
    | Json
    | undefined;
  expect(errors.filter(({ error }) => error !== 4)).toEqual([]); // 4: nothing but comments
  return value ?? {};
}

const isToml = (text: string): boolean => {
  try {
    parseToml(text);
    return true;
  } catch {
    return false;
  }
};
const readToml = (text: string): Json => parseToml(text.replace(/^\uFEFF/, "")) as Json;

/** Whether one text is the other with something left out. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at === part.length;
}

const KINDS: readonly [string, fc.Arbitrary<string>, (text: string) => Json][] = [
  ["claude-code", jsonFiles("mcpServers"), readJson],
  ["vscode", jsonFiles("servers"), readJson],
  ["codex", tomlFiles(isToml), readToml],
];

describe.each(KINDS)("%s", (name, files, read) => {
  const client = known(name);

  it("gets the entry, keeps every other byte, and loses nothing else", () => {
    fc.assert(
      fc.property(files, ways, (text, way) => {
        const entry = entryFor(client, way);
        const after = connect(client, text, entry);
        const [then, now] = [read(text), read(after)];
        const { [client.key]: servers, ...others } = now;
        const { [client.key]: serversBefore = {}, ...othersBefore } = then;
        expect(others).toEqual(othersBefore);
        const { plimsoll, ...rest } = servers as Json;
        expect(plimsoll).toEqual(entry);
        expect(rest).toEqual(serversBefore);
        expect(isWithin(text, after)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is put back byte for byte, also where there was no file", () => {
    fc.assert(
      fc.property(fc.option(files, { nil: undefined }), ways, (text, way) => {
        const after = connect(client, text, entryFor(client, way));
        const connection = connectionTo(client, text, after);
        expect(planUndo(client, { file: FILE, text: after }, connection, text)).toEqual({
          type: "restore",
          text,
        });
      }),
    );
  });

  it("loses only the entry where the file was edited since, or the backup was lost", () => {
    fc.assert(
      fc.property(files, ways, fc.boolean(), (text, way, isEdited) => {
        const after = connect(client, text, entryFor(client, way));
        const comment = name === "codex" ? "\n# mine" : "\n// mine";
        const edited = isEdited ? `${after}${comment}` : after;
        const before = isEdited ? text : undefined;
        const plan = planUndo(
          client,
          { file: FILE, text: edited },
          connectionTo(client, text, after),
          before,
        );
        if (plan.type !== "take-out") throw new Error(`It was ${plan.type}.`);
        expect(isWithin(plan.text, edited)).toBe(true);
        const [then, now] = [read(text), read(plan.text)];
        expect({ [client.key]: {}, ...now }).toEqual({ [client.key]: {}, ...then });
        if (isEdited) expect(plan.text).toContain("mine");
      }),
    );
  });

  it("is not written to twice for the same entry, and is for another one", () => {
    fc.assert(
      fc.property(files, (text) => {
        const [first, second] = WAYS.map((way) => entryFor(client, way));
        if (first === undefined || second === undefined) return;
        const once = connect(client, text, first);
        expect(planConnect(client, { file: FILE, text: once }, first)).toEqual({ type: "connected" });
        const twice = connect(client, once, second);
        expect((read(twice)[client.key] as Json)["plimsoll"]).toEqual(second);
      }),
    );
  });

  it("is refused whole where its file is broken, with the place, and nothing is planned", () => {
    const isCodex = name === "codex";
    const map = `{"${client.key}": []}`;
    for (const broken of isCodex ? ["= 1", "mcp_servers = {}", "mcp_servers = 1"] : ["{ ", "[1]", map]) {
      try {
        planConnect(client, { file: FILE, text: broken }, { command: "x" });
      } catch (error) {
        expect(PlimsollError.is(error, "CONFIG_INVALID")).toBe(true);
        continue;
      }
      expect.unreachable(broken);
    }
  });
});
