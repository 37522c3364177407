import { describe, expect, it } from "vitest";
import { read, refusal, variable } from "./read-config.ts";

describe("a file of VS Code's", () => {
  const file = "/project/.vscode/mcp.json";
  const text = `{
    // what the editor asks for
    "inputs": [
      { "type": "promptString", "id": "api-key", "description": "Key", "password": true },
      { "type": "promptString", "id": "region", "default": "eu" },
      "odd", { "type": "promptString" },
    ],
    "servers": {
      "local": {
        "type": "stdio", "command": "node", "args": ["${variable("workspaceFolder")}/s.js", "${variable("input:region")}"],
        "env": { "KEY": "${variable("input:api-key")}" }, "dev": { "watch": "x" },
      },
      "web": { "type": "http", "url": "https://example.com/mcp" },
    },
  }`;

  it("is read as it is: servers, inputs from the environment, and the project as the folder", () => {
    expect(read(text, { file, env: { PLIMSOLL_INPUT_API_KEY: "k" } }).servers).toMatchObject([
      { name: "local", args: ["/project/s.js", "eu"], env: { KEY: "k" }, cwd: "/project" },
      { name: "web", type: "http", url: "https://example.com/mcp" },
    ]);
  });

  it("takes an input from the environment before its default", () => {
    const env = { PLIMSOLL_INPUT_API_KEY: "k", PLIMSOLL_INPUT_REGION: "us" };
    expect(read(text, { file, env }).servers[0]).toMatchObject({ args: ["/project/s.js", "us"] });
  });

  it("says which variable to set for an input without a value, and where it is asked for", () => {
    expect(refusal(text, { file })).toBe(
      `${file}:11:25: The input "api-key" has no value. Set the environment variable PLIMSOLL_INPUT_API_KEY.`,
    );
  });

  it("names the nearest input for one that is not declared", () => {
    const slip = text.replace("input:region", "input:regions");
    expect(refusal(slip, { file, env: { PLIMSOLL_INPUT_API_KEY: "k" } })).toContain(
      `The input "regions" is not in "inputs". Write ${variable("input:region")}.`,
    );
  });
});

describe("a file of Codex's", () => {
  const file = "/home/me/.codex/config.toml";
  const text = `model = "gpt-5.5"

[mcp_servers.files]
command = "npx"
args = ["-y", "files", "${variable("NOT_EXPANDED")}"]
env_vars = ["HANDED_ON", "NOT_SET"]
startup_timeout_sec = 20
tool_timeout_sec = 90.5

[mcp_servers.files.env]
KEY = "v"

[mcp_servers."with space"]
url = "https://example.com/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-Plain" = "p" }
env_http_headers = { "X-Env" = "FROM_ENV" }

[mcp_servers.off]
command = "x"
enabled = false
`;

  it("is read as it is, without filling in what Codex does not fill in", () => {
    const env = { TOKEN: "t", FROM_ENV: "e", HANDED_ON: "h" };
    const { servers, setAside } = read(text, { file, env });
    expect(servers).toMatchObject([
      {
        name: "files",
        command: "npx",
        args: ["-y", "files", variable("NOT_EXPANDED")],
        env: { HANDED_ON: "h", KEY: "v" },
        cwd: "/home/me",
        limits: { startSeconds: 20, timeoutSeconds: 90.5 },
      },
      {
        name: "with space",
        type: "http",
        headers: { Authorization: "Bearer t", "X-Env": "e", "X-Plain": "p" },
      },
    ]);
    expect(setAside).toEqual([{ name: "off", reason: "it is disabled." }]);
  });

  it("names a variable that is not set, at its line", () => {
    expect(refusal(text, { file })).toBe(`${file}:15:1: The environment variable TOKEN is not set. Set it.`);
  });

  it.each([
    ["TOML that breaks", 'a = 1\nb = "hunter2', "2:5", "The file is not TOML: unfinished string."],
    ["a key twice", "a = 1\na = 2", "2:1", "trying to redefine an already defined table or value."],
    ["no servers", 'model = "x"', "1:1", 'The file has no "mcp_servers". Write [mcp_servers.name]'],
    ["a command that is none", "\n[mcp_servers.a]\ncommand = 1", "3:1", '"command" of "a" is not a text.'],
    ["nothing to start", "[mcp_servers.a]\nargs = []", "1:1", 'The server "a" has no "command".'],
    ["dotted keys", "mcp_servers.a.command = 1", "1:1", "is not a text."],
    ["an inline table", "[mcp_servers]\na = { command = 1 }", "2:1", "is not a text."],
    ["a date", "[mcp_servers.a]\ncommand = 2026-01-01", "2:1", "is not a text."],
  ])("with %s is refused at its place, and its lines are not shown", (_title, broken, place, says) => {
    const message = refusal(broken, { file });
    expect(message).toContain(`${file}:${place}: `);
    expect(message).toContain(says);
    expect(message).not.toContain("hunter2");
  });
});

describe("other programs' files", () => {
  it("of Claude Desktop and Cursor are read as they are", () => {
    const mcpServers = { one: { command: "x" }, two: { url: "https://example.com/sse", type: "sse" } };
    const desktop = { globalShortcut: "", mcpServers };
    expect(read(desktop, { file: "/x/Claude/claude_desktop_config.json" }).servers).toHaveLength(2);
    expect(read({ mcpServers }, { file: "/project/.cursor/mcp.json" }).servers[0]).toMatchObject({
      cwd: "/project",
    });
  });

  it("of Zed are read in both of its forms", () => {
    const context_servers = {
      flat: { source: "custom", command: "x", args: ["a"] },
      folded: { command: { path: "y", args: ["b"], env: { C: "d" } } },
    };
    const { servers } = read(
      { theme: "One", context_servers },
      { file: "/home/me/.config/zed/settings.json" },
    );
    expect(servers).toMatchObject([
      { command: "x", args: ["a"] },
      { command: "y", args: ["b"], env: { C: "d" } },
    ]);
  });
});
