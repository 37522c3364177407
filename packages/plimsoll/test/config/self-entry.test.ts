import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "plimsoll";
import { describe, expect, it } from "vitest";
import { CLI } from "../support/cli.ts";
import { temporaryFolder } from "../support/servers.ts";

const ITSELF = "it is this gateway itself. Remove the entry.";

async function setAsideOf(entry: object, options: { name?: string; port?: number } = {}) {
  const folder = temporaryFolder();
  const file = join(folder, options.name ?? "plimsoll.json");
  const text = JSON.stringify({ mcpServers: { self: entry, other: { command: "x" } } });
  writeFileSync(file, text.replaceAll("FILE", file));
  const { servers, setAside } = await loadConfig({ file, port: options.port });
  expect(servers.map(({ name }) => name)).toContain("other");
  return setAside;
}

describe("an entry that is this gateway itself", () => {
  it.each<[string, object]>([
    ["npx", { command: "npx", args: ["-y", "plimsoll", "serve", "--stdio"] }],
    ["npx, with a version", { command: "npx", args: ["-y", "plimsoll@0.1.0", "serve", "--stdio"] }],
    ["its own name", { command: "plimsoll", args: ["serve", "--stdio", "--config", "FILE"] }],
    ["a path", { command: "/usr/local/bin/plimsoll", args: ["serve", "--config=plimsoll.json"] }],
    ["Windows' script", { command: "plimsoll.cmd", args: ["serve", "--stdio"] }],
    ["node and its file", { command: CLI.command, args: [...CLI.args, "serve", "--stdio"] }],
  ])("by %s is set aside, and the others are served", async (_title, entry) => {
    expect(await setAsideOf(entry)).toEqual([{ name: "self", reason: ITSELF }]);
  });

  it("is found out in .mcp.json, where there is no plimsoll.json beside it", async () => {
    const entry = { command: "npx", args: ["plimsoll", "serve", "--stdio"] };
    expect(await setAsideOf(entry, { name: ".mcp.json" })).toHaveLength(1);
  });

  it("is found out through a link", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "link"));
    const file = join(folder, "real", "plimsoll.json");
    const args = ["serve", "--config", join(folder, "link", "plimsoll.json")];
    writeFileSync(file, JSON.stringify({ mcpServers: { self: { command: "plimsoll", args } } }));
    expect((await loadConfig({ file })).setAside).toHaveLength(1);
  });

  it.each(["http://127.0.0.1:7077/mcp", "http://localhost:7077/mcp/w/x", "http://[::1]:7077/"])(
    "at %s is set aside where it is served there",
    async (url) => {
      expect(await setAsideOf({ url }, { port: 7077 })).toEqual([{ name: "self", reason: ITSELF }]);
    },
  );
});

describe("an entry that only looks like this gateway", () => {
  it.each<[string, object, { name?: string; port?: number }]>([
    ["a gateway of another config", { command: "plimsoll", args: ["serve", "--config", "/else.json"] }, {}],
    ["another command of Plimsoll's", { command: "plimsoll", args: ["chat"] }, {}],
    ["a server with its name in a path", { command: "node", args: ["/srv/plimsoll/serve"] }, {}],
    ["another port", { url: "http://127.0.0.1:7078/mcp" }, { port: 7077 }],
    ["another machine", { url: "http://example.com:7077/mcp" }, { port: 7077 }],
    ["a tunnel, where nothing is served over HTTP", { url: "http://127.0.0.1:7077/mcp" }, {}],
  ])("%s is served", async (_title, entry, options) => {
    expect(await setAsideOf(entry, options)).toEqual([]);
  });
});
