import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/servers.ts";

/** A machine of its own: a home, a project with a config, and nothing else. */
function aMachine() {
  const home = temporaryFolder();
  const project = join(home, "project");
  mkdirSync(project);
  writeFileSync(join(project, "plimsoll.json"), '{ "mcpServers": {} }');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), PLIMSOLL_HOME: join(home, ".plimsoll") };
  const plimsoll = (...args: string[]) => runCli(args, { cwd: project, env });
  const at = (...path: string[]) => join(home, ...path);
  return { project, plimsoll, at, read: (...path: string[]) => readFileSync(at(...path), "utf8") };
}

// Several commands one after the other, each a process of its own.
const SEVERAL = { timeout: 120_000 };

describe("plimsoll connect", () => {
  it("shows what it would write, and writes nothing without leave", async () => {
    const { plimsoll, at } = aMachine();
    const { code, stdout, stderr } = await plimsoll("connect", "cursor");
    expect(code).toBe(1);
    expect(stdout).toContain(`A new file ${at("project", ".cursor", "mcp.json")}:`);
    expect(stdout).toContain('"plimsoll": {');
    expect(stderr).toBe("Nothing was written. To write it: plimsoll connect cursor --yes\n");
    expect(existsSync(at("project", ".cursor"))).toBe(false);
  });

  it("writes with --yes, says how to take it back, and takes it back to the byte", SEVERAL, async () => {
    const { plimsoll, at, read } = aMachine();
    const before = 'model = "gpt-5.5" # mine\r\n\r\n[mcp_servers.a]\r\ncommand = "x"';
    mkdirSync(at(".codex"));
    writeFileSync(at(".codex", "config.toml"), before);
    const written = await plimsoll("connect", "codex", "--yes");
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(written.stdout).toContain("To take it back: plimsoll connect codex --undo");
    expect(read(".codex", "config.toml")).toContain("[mcp_servers.plimsoll]\r\n");
    const backup = /^As it was before, it is in (.*)\.$/m.exec(written.stdout)?.[1] ?? "";
    expect(backup.startsWith(at(".plimsoll"))).toBe(true);
    expect(readFileSync(backup, "utf8")).toBe(before);
    expect(readdirSync(at(".codex"))).toEqual(["config.toml"]);
    expect((await plimsoll("connect", "codex", "--yes")).stdout).toContain("is connected already");

    const undone = await plimsoll("connect", "codex", "--undo");
    expect(undone).toMatchObject({
      code: 0,
      stdout: `${at(".codex", "config.toml")} is as it was before.\n`,
    });
    expect(read(".codex", "config.toml")).toBe(before);
    expect(await plimsoll("connect", "codex", "--undo")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has written nothing into"),
    });
  });

  it("prints the entry to paste, and writes nothing", async () => {
    const { plimsoll, at } = aMachine();
    const { code, stdout } = await plimsoll("connect", "vscode", "--print", "--url");
    expect({ code, entry: JSON.parse(`{${stdout}}`) }).toEqual({
      code: 0,
      entry: { servers: { plimsoll: { type: "http", url: "http://127.0.0.1:7077/mcp" } } },
    });
    expect(existsSync(at("project", ".vscode"))).toBe(false);
  });

  it("takes the config that plimsoll serve would take", SEVERAL, async () => {
    const { plimsoll, at } = aMachine();
    rmSync(at("project", "plimsoll.json"));
    writeFileSync(at("project", ".mcp.json"), '{ "mcpServers": {} }');
    const { code, stdout } = await plimsoll("connect", "cursor", "--print");
    expect(code).toBe(0);
    expect(stdout).toContain(`\${workspaceFolder}/.mcp.json`);
    // Its own list cannot be what it reaches the gateway for.
    expect(await plimsoll("connect", "claude-code", "--print")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Take its servers over first"),
    });
  });

  it.each<[string, string[], string]>([
    [
      "a client it does not know",
      ["zed"],
      'plimsoll: "zed" is not a client that Plimsoll knows. It knows: claude-code, ',
    ],
    ["a project's list where there is none", ["codex", "--scope", "project"], "Leave --scope out."],
    ["an address where none is taken", ["claude-desktop", "--url"], "starts its servers itself"],
    [
      "half an address",
      ["cursor", "--url", "localhost:7077"],
      "Write the address whole: --url http://127.0.0.1:7077/mcp",
    ],
    ["no config", ["cursor", "--config", "gone.json"], "plimsoll import"],
  ])("refuses %s in a sentence", async (_title, args, says) => {
    const { code, stdout, stderr } = await aMachine().plimsoll("connect", ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
  });
});

describe("plimsoll import", () => {
  it("takes the servers of all clients over, and overwrites nothing", SEVERAL, async () => {
    const { plimsoll, at, read } = aMachine();
    writeFileSync(at("project", ".mcp.json"), '{ "mcpServers": { "files": { "command": "x" } } }');
    mkdirSync(at(".codex"));
    writeFileSync(at(".codex", "config.toml"), '[mcp_servers.web]\nurl = "https://example.com/mcp"\n');
    mkdirSync(at(".cursor"));
    const own = '{ "mcpServers": { "files": { "command": "mine" } } } // kept\n';
    writeFileSync(at("project", "plimsoll.json"), own);
    const gateway = { command: "npx", args: ["plimsoll", "serve", "--stdio"] };
    const cursor = { plimsoll: gateway, secret: { command: "y", env: { API_KEY: "hunter2" } } };
    writeFileSync(at(".cursor", "mcp.json"), JSON.stringify({ mcpServers: cursor }));

    const asked = await plimsoll("import");
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain("Nothing was written. To write it: plimsoll import --yes");
    expect(read("project", "plimsoll.json")).toBe(own);

    const { code, stdout, stderr } = await plimsoll("import", "--yes");
    expect(code).toBe(0);
    expect(stderr).toContain("  files     is there with other content, which is kept\n");
    expect(stderr).toContain("  plimsoll  is left out: it is Plimsoll itself.\n");
    expect(stdout).toContain(`2 servers written into ${at("project", "plimsoll.json")}.`);
    expect(stdout).toContain("API_KEY of secret");
    expect(stdout + stderr).not.toContain("hunter2");
    expect(read("project", "plimsoll.json")).toBe(
      own.replace(
        '"mine" }',
        `"mine" }, "secret": ${JSON.stringify(cursor.secret)}, "web": {"url":"https://example.com/mcp"}`,
      ),
    );
  });

  it("makes a new file from one client or file, and says so where there is nothing", SEVERAL, async () => {
    const { plimsoll, at } = aMachine();
    writeFileSync(at("servers.json"), '{ "servers": { "a": { "type": "stdio", "command": "x" } } }');
    const args = ["import", at("servers.json"), "--config", "new.json"];
    const printed = await plimsoll(...args, "--print");
    expect(JSON.parse(printed.stdout)).toEqual({
      $schema: "https://plimsoll.dev/plimsoll.schema.json",
      mcpServers: { a: { type: "stdio", command: "x" } },
    });
    expect(existsSync(at("project", "new.json"))).toBe(false);
    expect(await plimsoll("import", "codex")).toMatchObject({
      code: 1,
      stdout: "There is nothing to take over.\n",
    });
    expect(await plimsoll("import", "gone.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no file"),
    });
  });

  it("names both files of two servers of one name, and the variables to set", SEVERAL, async () => {
    const { plimsoll, at } = aMachine();
    const inputs = [{ id: "k", type: "promptString" }];
    mkdirSync(at("project", ".vscode"));
    const vscode = at("project", ".vscode", "mcp.json");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as VS Code writes it
    const web = { command: "x", env: { KEY: "${input:k}" } };
    writeFileSync(vscode, JSON.stringify({ inputs, servers: { web } }));
    mkdirSync(at("project", ".cursor"));
    const cursor = at("project", ".cursor", "mcp.json");
    writeFileSync(cursor, JSON.stringify({ mcpServers: { web: { command: "other" } } }));
    const { code, stdout, stderr } = await plimsoll("import", "vscode", "cursor", "--yes");
    expect(code).toBe(0);
    expect(stderr).toContain(`web  is taken from ${vscode}; ${cursor} has it with other content`);
    expect(stdout).toContain("without them the file cannot be read. PLIMSOLL_INPUT_K\n");
  });
});
