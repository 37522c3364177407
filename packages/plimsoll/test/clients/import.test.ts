import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readClientServers } from "../../src/clients/client-servers.ts";
import { plainSecrets, planImport, unsetVariables } from "../../src/clients/plan-import.ts";
import { read, variable } from "../config/read-config.ts";

const from = (file: string, content: unknown, target = "/project") =>
  readClientServers({ file, text: typeof content === "string" ? content : JSON.stringify(content) }, target);

describe("servers of a client", () => {
  it("are taken with their variables as they stand, without what is only the client's", () => {
    const entry = { command: "x", args: [variable("HOME")], env: { T: variable("TOKEN") }, alwaysLoad: true };
    expect(from("/project/.mcp.json", { mcpServers: { one: entry } })).toEqual([
      { name: "one", entry: { command: "x", args: [variable("HOME")], env: { T: variable("TOKEN") } } },
    ]);
  });

  it("of VS Code ask the environment for what the editor would ask for", () => {
    const inputs = [{ id: "api-key" }, { id: "region", default: "eu" }];
    const servers = {
      one: { url: `https://x/${variable("input:region")}`, headers: { K: variable("input:api-key") } },
    };
    expect(from("/project/.vscode/mcp.json", { inputs, servers })).toEqual([
      {
        name: "one",
        entry: {
          url: `https://x/${variable("PLIMSOLL_INPUT_REGION:-eu")}`,
          headers: { K: variable("PLIMSOLL_INPUT_API_KEY") },
        },
      },
    ]);
  });

  it("of another project still start in its folder", () => {
    const servers = {
      one: { command: `${variable("workspaceFolder")}/run`, cwd: "sub" },
      two: { url: "https://x" },
    };
    expect(from("/other/.vscode/mcp.json", { servers })).toEqual([
      { name: "one", entry: { command: "/other/run", cwd: "/other/sub" } },
      { name: "two", entry: { url: "https://x" } },
    ]);
  });

  it("of a user start where the config is", () => {
    const mcpServers = { one: { command: "x" } };
    for (const file of [".claude.json", ".cursor/mcp.json", ".config/Claude/claude_desktop_config.json"]) {
      expect(from(join(homedir(), file), { mcpServers })).toEqual([{ name: "one", entry: { command: "x" } }]);
    }
  });

  it("that Claude Code keeps for one project are found by the project's folder", () => {
    const projects = {
      "/project": { mcpServers: { local: { command: "x" } } },
      "/else": { mcpServers: { no: {} } },
    };
    expect(from(join(homedir(), ".claude.json"), { projects }).map(({ name }) => name)).toEqual(["local"]);
  });

  it("of Codex mean the same when they are read again", () => {
    const env = { TOKEN: "t", FROM_ENV: "e", HANDED_ON: "h" };
    const text = `[mcp_servers.files]
command = "npx"
args = ["-y"]
env_vars = ["HANDED_ON"]
startup_timeout_sec = 20
[mcp_servers.files.env]
KEY = "v"
[mcp_servers.web]
url = "https://example.com/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-Plain" = "p" }
env_http_headers = { "X-Env" = "FROM_ENV" }
[mcp_servers.off]
command = "x"
enabled = false
[mcp_servers.shell]
command = "sh"
args = ["-c", "echo ${variable("HOME")}"]
`;
    const servers = from("/project/.codex/config.toml", text);
    const mcpServers = Object.fromEntries(
      servers.flatMap((server) => ("entry" in server ? [[server.name, server.entry]] : [])),
    );
    const own = read({ mcpServers }, { env });
    const theirs = read(text.slice(0, text.indexOf("[mcp_servers.shell]")), {
      file: "/project/.codex/config.toml",
      env,
    });
    expect(own.servers).toEqual(theirs.servers);
    expect(own.setAside).toEqual(theirs.setAside);
    expect(servers.at(-1)).toMatchObject({ name: "shell", reason: expect.stringContaining("a variable") });
  });

  it("are none where the file has none, and an error where it is broken", () => {
    expect(from("/x/.claude.json", { theme: "dark" })).toEqual([]);
    expect(from("/x/config.toml", 'model = "x"')).toEqual([]);
    expect(from("/x/mcp.json", "  \n")).toEqual([]);
    expect(() => from("/x/mcp.json", "{")).toThrow("/x/mcp.json:1:2: The file is not JSON");
  });
});

describe("taking servers over", () => {
  const one = { name: "one", entry: { command: "x", args: ["a"] } };

  it("adds what is new, knows what is the same, and overwrites nothing", () => {
    const existing = { one: { args: ["a"], type: "stdio", command: "x" }, two: { command: "mine" } };
    const two = { name: "two", entry: { command: "theirs" } };
    const three = { name: "three", entry: { url: "https://x" } };
    const plan = planImport(existing, [
      { file: "/a.json", servers: [one, two, three] },
      { file: "/b.json", servers: [{ ...three, entry: { url: "https://y" } }] },
    ]);
    expect(plan).toEqual({
      added: [three],
      same: ["one"],
      conflicts: [
        { ...two, file: "/a.json" },
        { name: "three", entry: { url: "https://y" }, file: "/b.json", keptFrom: "/a.json" },
      ],
      left: [],
    });
  });

  it("never takes the gateway itself, however it is written", () => {
    const entries = [
      { command: "npx", args: ["-y", "plimsoll", "serve", "--stdio", "--config", "/x.json"] },
      { command: "cmd", args: ["/c", "npx", "-y", "plimsoll", "serve", "--stdio"] },
      { url: "http://localhost:7077/mcp" },
    ];
    const servers = entries.map((entry) => ({ name: "p", entry }));
    const { added, left } = planImport({}, [{ file: "/a.json", servers }]);
    expect(added).toEqual([]);
    expect(left).toEqual(Array(3).fill({ name: "p", reason: "it is Plimsoll itself." }));
  });

  it("says which variables are to be set first: none that has a default, is set, or every editor knows", () => {
    const entry = {
      command: variable("workspaceFolder"),
      args: [`${variable("PLIMSOLL_INPUT_K")} ${variable("env:TOKEN")}`, variable("TOKEN")],
      env: { A: variable("HAS:-x"), B: variable("HOME") },
    };
    expect(unsetVariables([{ name: "one", entry }], { HOME: "/h" })).toEqual(["PLIMSOLL_INPUT_K", "TOKEN"]);
  });

  it("says which secrets stand in the open, by name", () => {
    const env = { API_KEY: "hunter2", MODE: "x", MY_TOKEN: variable("MY_TOKEN") };
    const entry = { env, headers: { Authorization: "Bearer hunter2" } };
    expect(plainSecrets({ name: "one", entry })).toEqual(["API_KEY of one", "Authorization of one"]);
  });
});
