import fc from "fast-check";
import { describe, expect } from "vitest";
import { readOrRefuse } from "../../../../test/fuzz/allowed-errors.ts";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { changedJsonText } from "../../../../test/fuzz/hostile-json.ts";
import { readClientServers } from "../../src/clients/client-servers.ts";
import { addJsonEntry, removeJsonEntry } from "../../src/clients/json-entry.ts";
import { addTomlEntry, removeTomlEntry } from "../../src/clients/toml-entry.ts";
import { expandVariables, neededVariables } from "../../src/config/expand-variables.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { setAsideSelf } from "../../src/config/self-entry.ts";
import { toConfigDigest } from "../../src/local/config-digest.ts";
import { jsonFiles } from "../clients/file-texts.ts";
import { variable } from "../config/read-config.ts";

const SERVERS = {
  files: {
    command: "npx",
    args: ["-y", variable("PACKAGE:-files"), "."],
    env: { TOKEN: variable("env:TOKEN") },
  },
  github: { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer x" } },
  asked: { command: variable("input:tool"), cwd: variable("workspaceFolder"), disabled: true },
};
const OWN = {
  $schema: "x",
  mcpServers: {
    ...SERVERS,
    limited: { command: "a", scope: "principal", idleSeconds: 5, timeoutSeconds: 1, concurrency: 2 },
  },
  inputs: [{ id: "tool", type: "promptString", default: "b" }],
  profiles: {
    support: { allow: ["files/*"], deny: ["*/delete_*"], denyRisk: ["destructive"], pins: ["files/read"] },
    plain: { transparent: "files", trust: "pinned" },
  },
  settings: { port: 7077, gate: "strict", dialect: "plimsoll" },
};
const CODEX = `model = "gpt-5"
[mcp_servers.files]
command = "npx"
args = ["-y", "files"]
env = { TOKEN = "a" }
env_vars = ["HOME"]
startup_timeout_sec = 20
[mcp_servers."two words"]
url = "https://example.com/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-A" = "b" }
enabled = false
date = 2026-11-16T12:00:00Z
[[list]]
x = '''
lines'''
`;
const ENV = { TOKEN: "secret", PACKAGE: "", PLIMSOLL_INPUT_TOOL: "c" };
const ENTRY = { command: "plimsoll", args: ["serve", "--stdio"] };

/** Of each client: its file, and the key of its map. */
const FILES = [
  ["/project/plimsoll.json", OWN],
  ["/project/.mcp.json", { mcpServers: SERVERS }],
  ["/project/.vscode/mcp.json", { servers: SERVERS, inputs: OWN.inputs }],
  ["/project/.zed/settings.json", { context_servers: SERVERS, theme: "dark" }],
  ["/home/user/claude_desktop_config.json", { mcpServers: SERVERS }],
  ["/home/user/.claude.json", { mcpServers: SERVERS, projects: { "/project": { mcpServers: SERVERS } } }],
] as const;

async function readEveryWay(file: string, bytes: Buffer): Promise<void> {
  const text = bytes.toString("utf8");
  const config = await readOrRefuse(() => parseConfig(file, text, ENV), "CONFIG_INVALID");
  if (config !== undefined) {
    setAsideSelf(config, 7077);
    toConfigDigest(config);
    expect(parseConfig(file, text, ENV)).toEqual(config);
  }
  await readOrRefuse(() => readClientServers({ file, text }, "/project"), "CONFIG_INVALID");
}

describe("a config file that somebody changed", () => {
  for (const [file, document] of FILES) {
    fuzz(
      `is read, or refused with its place: ${file}`,
      changedBytes(changedJsonText([document])),
      (bytes) => readEveryWay(file, bytes),
      { runs: 150 },
    );
  }

  fuzz(
    "is read, or refused with its place: /home/user/.codex/config.toml",
    changedBytes(fc.constant(CODEX)),
    (bytes) => readEveryWay("/home/user/.codex/config.toml", bytes),
  );

  fuzz(
    "is refused where it is noise",
    fc.tuple(fc.constantFrom("a.json", "b.toml"), noise),
    ([file, bytes]) => readEveryWay(file, bytes),
  );
});

describe("a client's file that an entry is written into, somebody having changed it", () => {
  fuzz(
    "is JSON with the entry, or refused with its place",
    changedBytes(jsonFiles("mcpServers")),
    async (bytes) => {
      const text = bytes.toString("utf8");
      const source = { file: "a.json", text };
      const edited = await readOrRefuse(
        () => addJsonEntry(source, "mcpServers", "plimsoll", ENTRY),
        "CONFIG_INVALID",
      );
      await readOrRefuse(() => removeJsonEntry(source, "mcpServers", "plimsoll"), "CONFIG_INVALID");
      if (edited === undefined) return;
      expect(removeJsonEntry({ ...source, text: edited.text }, "mcpServers", "plimsoll")).toBeDefined();
    },
  );

  fuzz(
    "is TOML with the entry, or refused with its place",
    changedBytes(fc.constant(CODEX)),
    async (bytes) => {
      const source = { file: "a.toml", text: bytes.toString("utf8") };
      const edited = await readOrRefuse(
        () => addTomlEntry(source, "mcp_servers", "plimsoll", ENTRY),
        "CONFIG_INVALID",
      );
      // A line that had no end is given one.
      const before = (removeTomlEntry(source) ?? source.text).trimEnd();
      if (edited !== undefined) expect(removeTomlEntry(edited)?.trimEnd()).toBe(before);
    },
  );
});

describe("a text with variables that somebody changed", () => {
  const parts = ["$", "{", "}", ":", "-", "env", "input", "TOKEN", "__proto__", "constructor", "${", "}}"];
  fuzz(
    "is filled in, or says which variable it is",
    fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 4 })), { maxLength: 12 }),
    (words) => {
      const text = words.join("");
      const expansion = expandVariables(text, { env: ENV, folder: "/project", inputs: new Map() });
      neededVariables(text);
      // What the prototype of every object has is no variable.
      if (expansion.type === "ok") expect(expansion.text).not.toMatch(/\[object|native code|function/);
    },
    { runs: 1_000 },
  );
});
