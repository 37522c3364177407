import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "plimsoll";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/servers.ts";
import { read, refusal, variable } from "./read-config.ts";

const one = (entry: unknown, env: Record<string, string> = {}) =>
  read({ mcpServers: { one: entry } }, { env }).servers[0];

describe("a remote server", () => {
  it("is its address and its headers, with variables filled in", () => {
    const entry = {
      url: `https://${variable("HOST")}/mcp?a=1`,
      headers: { Authorization: `Bearer ${variable("env:TOKEN")}`, "X-Plain": "é" },
    };
    expect(one(entry, { HOST: "example.com", TOKEN: "t" })).toEqual({
      type: "http",
      name: "one",
      limits: DEFAULT_LIMITS,
      url: "https://example.com/mcp?a=1",
      headers: { Authorization: "Bearer t", "X-Plain": "é" },
    });
  });

  it.each([
    ["http", "http"],
    ["streamable-http", "http"],
    ["streamableHttp", "http"],
    ["sse", "sse"],
  ])("of the type %s is reached by %s", (type, transport) => {
    expect(one({ type, url: "http://127.0.0.1:1/x" })).toMatchObject({ type: transport });
  });

  it.each<[string, object, string]>([
    ["without an address", { type: "http" }, 'The server "one" has no "url". Add "url"'],
    ["with half an address", { url: "example.com/mcp" }, "is not an address of the web."],
    ["with a file's address", { url: "file:///etc/passwd" }, "is not an address of the web."],
    ["with a password in it", { url: "https://me:hunter2@example.com" }, "has a user or a password in it."],
    [
      "with a header in two lines",
      { url: "https://a.b", headers: { A: "hunter2\nB: c" } },
      "no header can carry",
    ],
    ["with a header without a name", { url: "https://a.b", headers: { "": "x" } }, "the name of a header."],
    ["with a list of headers", { url: "https://a.b", headers: [] }, 'Write { "X-Name": "value" }.'],
  ])("%s is refused, and nothing of it is quoted", (_title, entry, says) => {
    const message = refusal({ mcpServers: { one: entry } });
    expect(message).toContain(says);
    expect(message).not.toContain("hunter2");
  });
});

describe("limits", () => {
  it("are what the entry says, and the defaults for the rest", () => {
    const entry = { command: "x", scope: "workspace", idleSeconds: 0, timeoutSeconds: 1.5, concurrency: 2 };
    expect(one(entry)?.limits).toEqual({
      ...DEFAULT_LIMITS,
      scope: "workspace",
      idleSeconds: 0,
      timeoutSeconds: 1.5,
      concurrency: 2,
    });
  });

  it.each<[string, object, string]>([
    ["below zero", { idleSeconds: -1 }, "Write a number from 0 to 2000000."],
    ["of no time", { timeoutSeconds: 0 }, "Write a number from 0.001 to 2000000."],
    ["in quotes", { startSeconds: "5" }, '"startSeconds" of "one" is not one that is allowed.'],
    ["that is half a call", { concurrency: 1.5 }, "Write a whole number from 1 to 10000."],
    ["beyond what a timer holds", { idleSeconds: 1e9 }, "from 0 to 2000000"],
    ["of another scope", { scope: "user" }, 'Write one of "shared", "principal", "workspace".'],
  ])("%s are refused", (_title, limits, says) => {
    expect(refusal({ mcpServers: { one: { command: "x", ...limits } } })).toContain(says);
  });
});

describe("a slip in a key of ours", () => {
  it.each([
    ["idleSecond", "idleSeconds"],
    ["idle_seconds", "idleSeconds"],
    ["timeoutseconds", "timeoutSeconds"],
    ["concurency", "concurrency"],
    ["header", "headers"],
    ["comand", "command"],
    ["arg", "args"],
  ])("%s is refused, and the right one named", (slip, key) => {
    const text = `{"mcpServers":{"one":{"command":"x","${slip}":1}}}`;
    expect(refusal(text)).toContain(`1:37: The server "one" has no "${slip}". Did you mean "${key}"?`);
  });

  it("is none where the key is another program's, or the file is", () => {
    const foreign = { alwaysLoad: true, timeout: 5, tools: ["*"], deferTools: "never", description: "d" };
    expect(one({ command: "x", ...foreign })).toMatchObject({ name: "one" });
    const slip = { mcpServers: { one: { command: "x", header: {} } }, profile: 1 };
    expect(read(slip, { file: "/project/.mcp.json" }).servers).toHaveLength(1);
  });
});

describe("a file of variables", () => {
  it("is read beside the entry's own, which win", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".env"), '# mine\nA=1\nexport B="two words"\nC=3\n');
    const entry = { command: "x", envFile: `${variable("workspaceFolder")}/.env`, env: { C: "own" } };
    const { servers } = read({ mcpServers: { one: entry } }, { file: join(folder, "plimsoll.json") });
    expect(servers[0]).toMatchObject({ env: { A: "1", B: "two words", C: "own" } });
  });

  it("that is missing is an error", () => {
    expect(refusal({ mcpServers: { one: { command: "x", envFile: "gone.env" } } })).toContain(
      '"envFile" of "one" cannot be read (ENOENT).',
    );
  });
});

it("knows the variables that editors have of their own", () => {
  const args = ["userHome", "workspaceFolderBasename", "/"].map(variable);
  expect(one({ command: "x", args })).toMatchObject({ args: [homedir(), "project", "/"] });
});
