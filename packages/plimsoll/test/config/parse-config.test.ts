import { PlimsollError } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";

const FILE = "/project/plimsoll.json";

// Written out, it would look like a mistake for a template.
function variable(inner: string): string {
  return `\${${inner}}`;
}

function parse(text: string, env: Record<string, string> = {}) {
  return parseConfig(FILE, text, env);
}

function parseOne(entry: unknown, env: Record<string, string> = {}) {
  const [server] = parse(JSON.stringify({ mcpServers: { one: entry } }), env).servers;
  return server?.type === "stdio" ? server : undefined;
}

function failureOf(text: string, env: Record<string, string> = {}) {
  try {
    parse(text, env);
  } catch (error) {
    if (PlimsollError.is(error, "CONFIG_INVALID")) return error;
    throw error;
  }
  throw new Error("The config was accepted.");
}

describe("a config", () => {
  it("is the map of servers that other programs write, with comments and trailing commas", () => {
    const config = parse(`\uFEFF// mine
      {
        "mcpServers": {
          "files": { "type": "stdio", "command": "mcp-files", "args": ["a", "b"], "env": { "K": "v" }, "cwd": "sub" },
          "plain": { "command": "plain", "alwaysLoad": true, }, /* more to come */
        },
        "permissions": { "whatever": [1] },
      }`);
    expect(config).toMatchObject({
      file: FILE,
      servers: [
        { name: "files", command: "mcp-files", args: ["a", "b"], env: { K: "v" }, cwd: "/project/sub" },
        { name: "plain", command: "plain", args: [], env: {}, cwd: "/project" },
      ],
      setAside: [],
    });
  });

  it("sets disabled servers aside with a reason, reads nothing of them, and keeps the rest", () => {
    const config = parse(
      JSON.stringify({
        mcpServers: {
          off: { command: variable("NEVER_SET"), disabled: true },
          never: { url: "https://example.com", enabled: false },
          socket: { type: "ws", url: "wss://example.com" },
          on: { command: "x" },
        },
      }),
    );
    expect(config.servers.map(({ name }) => name)).toEqual(["on"]);
    expect(config.setAside).toEqual([
      { name: "off", reason: "it is disabled." },
      { name: "never", reason: "it is disabled." },
      { name: "socket", reason: "WebSocket is no transport of MCP." },
    ]);
  });

  it("may have no servers", () => {
    expect(parse('{ "mcpServers": {} }').servers).toEqual([]);
  });
});

describe("variables", () => {
  it("are filled in everywhere, in all the forms that other programs know", () => {
    const entry = {
      command: `${variable("BIN")}/run`,
      args: [
        variable("env:BIN"),
        variable("GONE:-fallback"),
        variable("EMPTY:-filled"),
        variable("BIN:-unused"),
        variable("GONE:-"),
        "$BIN",
        "${",
      ],
      env: { PLACE: `${variable("workspaceFolder")}/data` },
      cwd: variable("BIN"),
    };
    expect(parseOne(entry, { BIN: "/bin", EMPTY: "" })).toMatchObject({
      name: "one",
      command: "/bin/run",
      args: ["/bin", "fallback", "filled", "/bin", "", "$BIN", "${"],
      env: { PLACE: "/project/data" },
      cwd: "/bin",
    });
  });

  it("are filled in once: what they hold is not read again", () => {
    expect(
      parseOne({ command: "x", args: [variable("A")] }, { A: variable("B"), B: "secret" })?.args,
    ).toEqual([variable("B")]);
  });

  it("that are not set are an error that names them and their place", () => {
    const error = failureOf(
      `{\n  "mcpServers": {\n    "one": { "command": "x", "env": { "T": "${variable("MY_TOKEN")}" } }\n  }\n}`,
    );
    expect(error.message).toBe(
      `/project/plimsoll.json:3:44: The environment variable MY_TOKEN is not set. Set it, or give a default: ${variable("MY_TOKEN:-…")}.`,
    );
  });

  it("do not reach what every object inherits", () => {
    expect(
      failureOf(`{"mcpServers":{"one":{"command":"${variable("constructor")}"}}}`).data.reason,
    ).toContain("constructor is not set");
  });

  it("of an unknown kind are an error, and not left in place", () => {
    expect(failureOf(`{"mcpServers":{"one":{"command":"${variable("command:token")}"}}}`).message).toContain(
      `${variable("command:token")} is not a variable that Plimsoll knows. Use one of ${variable("VAR")},`,
    );
  });
});

describe("a wrong config", () => {
  const cases: readonly [title: string, text: string, place: string, says: string][] = [
    ["nothing at all", "", "1:1", "The file is empty."],
    [
      "broken JSON",
      '{\n  "mcpServers": {\n    "a" { }\n  }\n}',
      "3:9",
      "The file is not JSON: colon expected.",
    ],
    ["a text that never ends", '{ "mcpServers": { "a', "1:19", "unexpected end of string"],
    ["a second document", '{ "mcpServers": {} } {}', "1:22", "The file is not JSON"],
    ["a list", "[]", "1:1", "The file is not an object."],
    ["no servers", '{ "other": 1 }', "1:1", 'The file has no "mcpServers". Write {'],
    ["a slip in the first key", '{ "mcpServer": {} }', "1:3", 'Did you mean "mcpServers"?'],
    ["a list of servers", '{ "mcpServers": [] }', "1:17", '"mcpServers" is not an object.'],
    ["a server that is a text", '{"mcpServers":{"a":"npx"}}', "1:20", 'The server "a" is not an object.'],
    ["a server without a name", '{"mcpServers":{" ":{"command":"x"}}}', "1:16", "A server has no name."],
    ["no command", '{\r\n"mcpServers":{\r\n"a":{}}}', "3:1", 'The server "a" has no "command".'],
    ["an empty command", '{"mcpServers":{"a":{"command":" "}}}', "1:31", '"command" is empty.'],
    ["a command that is a list", '{"mcpServers":{"a":{"command":["x"]}}}', "1:31", "is not a text."],
    ["arguments in one text", '{"mcpServers":{"a":{"command":"x","args":"-y"}}}', "1:42", "is not a list."],
    ["a number among arguments", '{"mcpServers":{"a":{"command":"x","args":[1]}}}', "1:43", "is not a text."],
    ["variables in a list", '{"mcpServers":{"a":{"command":"x","env":[]}}}', "1:41", "is not an object."],
    [
      "a variable that is a number",
      '{"mcpServers":{"a":{"command":"x","env":{"A":1}}}}',
      "1:46",
      "The variable A",
    ],
    [
      "a variable with a bad name",
      '{"mcpServers":{"a":{"command":"x","env":{"A=B":""}}}}',
      "1:42",
      "Rename it.",
    ],
    ["an unknown type", '{"mcpServers":{"a":{"type":"pigeon","command":"x"}}}', "1:28", "does not know."],
    ["command and url", '{"mcpServers":{"a":{"command":"x","url":"y"}}}', "1:41", "both"],
    [
      "one name twice",
      '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}',
      "1:36",
      "stands here twice.",
    ],
    ["a NUL", '{"mcpServers":{"a":{"command":"x\\u0000y"}}}', "1:31", "NUL"],
  ];
  it.each(cases)("with %s is refused at its place", (_title, text, place, says) => {
    const error = failureOf(text);
    expect(error.message).toContain(`${FILE}:${place}: `);
    expect(error.message).toContain(says);
    expect(`${error.data.line}:${error.data.column}`).toBe(place);
  });

  it("does not exhaust the stack, however deep it is nested", () => {
    expect(failureOf('{"mcpServers":'.repeat(200_000)).code).toBe("CONFIG_INVALID");
    expect(failureOf("[".repeat(500_000)).code).toBe("CONFIG_INVALID");
  });

  it("does not reach what every object inherits through names like __proto__", () => {
    const config = parse('{"mcpServers":{"__proto__":{"command":"x","env":{"__proto__":"y"}}}}');
    expect(config.servers[0]?.name).toBe("__proto__");
    const [server] = config.servers;
    expect(server?.type === "stdio" && Object.keys(server.env)).toEqual(["__proto__"]);
    expect(({} as { command?: unknown }).command).toBeUndefined();
  });

  it("never quotes the values of variables", () => {
    const text = `{"mcpServers":{"a":{"command":"${variable("SECRET")}","args":["${variable("NOT_SET")}"]}}}`;
    expect(failureOf(text, { SECRET: "hunter2" }).message).not.toContain("hunter2");
  });
});
