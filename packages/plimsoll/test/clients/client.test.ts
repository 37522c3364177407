import { describe, expect, it } from "vitest";
import { CLIENTS, type Client, clientNamed, type Machine } from "../../src/clients/client.ts";
import { CLIENT_NAMES } from "../../src/clients/client-name.ts";
import { toGatewayEntry } from "../../src/clients/gateway-entry.ts";
import { variable } from "../config/read-config.ts";

const linux: Machine = { platform: "linux", home: "/home/me", folder: "/project", env: {} };
const mac: Machine = { ...linux, platform: "darwin", home: "/Users/me" };
const windows: Machine = { ...linux, platform: "win32", env: { APPDATA: "/AppData" } };
const named = (name: string): Client => clientNamed(name) as Client;

describe("the clients", () => {
  it("are those that the command line takes", () => {
    expect(CLIENTS.map(({ name }) => name)).toEqual([...CLIENT_NAMES]);
  });

  it.each<[string, "project" | "user", Machine, string]>([
    ["claude-code", "project", linux, "/project/.mcp.json"],
    ["claude-code", "user", linux, "/home/me/.claude.json"],
    ["claude-code", "user", { ...linux, env: { CLAUDE_CONFIG_DIR: "/c" } }, "/c/.claude.json"],
    [
      "claude-desktop",
      "user",
      mac,
      "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
    ],
    ["claude-desktop", "user", windows, "/AppData/Claude/claude_desktop_config.json"],
    ["claude-desktop", "user", linux, "/home/me/.config/Claude/claude_desktop_config.json"],
    ["cursor", "project", linux, "/project/.cursor/mcp.json"],
    ["cursor", "user", linux, "/home/me/.cursor/mcp.json"],
    ["vscode", "project", linux, "/project/.vscode/mcp.json"],
    ["vscode", "user", mac, "/Users/me/Library/Application Support/Code/User/mcp.json"],
    ["vscode", "user", { ...linux, env: { XDG_CONFIG_HOME: "/x" } }, "/x/Code/User/mcp.json"],
    ["codex", "user", linux, "/home/me/.codex/config.toml"],
    ["codex", "user", { ...linux, env: { CODEX_HOME: "/c" } }, "/c/config.toml"],
  ])("%s has the list of its %s where that program looks for it", (name, scope, machine, file) => {
    expect(named(name).fileOf(scope, machine)).toBe(file);
  });
});

describe("the gateway's entry", () => {
  const stdio = { type: "stdio", config: "/project/sub/plimsoll.json" } as const;
  const serve = ["-y", "plimsoll", "serve", "--stdio", "--start", "--config"];

  it("names no folder of this machine in a list that a project shares", () => {
    const inProject = `${variable("workspaceFolder")}/sub/plimsoll.json`;
    expect(toGatewayEntry(named("cursor"), "project", stdio, linux)).toEqual({
      command: "npx",
      args: [...serve, inProject],
    });
    expect(toGatewayEntry(named("vscode"), "project", stdio, linux)).toEqual({
      type: "stdio",
      command: "npx",
      args: [...serve, inProject],
    });
    expect(toGatewayEntry(named("claude-code"), "project", stdio, linux)).toEqual({
      type: "stdio",
      command: "npx",
      args: [...serve, "sub/plimsoll.json"],
      alwaysLoad: true,
    });
  });

  it("names the file whole in a user's list, or where it lies outside of the project", () => {
    const whole = { command: "npx", args: [...serve, "/project/sub/plimsoll.json"] };
    expect(toGatewayEntry(named("codex"), "user", stdio, linux)).toEqual(whole);
    expect(toGatewayEntry(named("cursor"), "project", { ...stdio, config: "/else/p.json" }, linux)).toEqual({
      command: "npx",
      args: [...serve, "/else/p.json"],
    });
  });

  it("goes through a shell on Windows", () => {
    expect(toGatewayEntry(named("claude-desktop"), "user", stdio, windows)).toMatchObject({
      command: "cmd",
      args: ["/c", "npx", ...serve, stdio.config],
    });
  });

  it("is an address where the gateway runs by itself", () => {
    const way = { type: "url", url: "http://127.0.0.1:7077/mcp" } as const;
    const of = (name: string) => toGatewayEntry(named(name), "user", way, linux);
    expect(of("cursor")).toEqual({ url: way.url });
    expect(of("codex")).toEqual({ url: way.url });
    expect(of("vscode")).toEqual({ type: "http", url: way.url });
    expect(of("claude-code")).toEqual({ type: "http", url: way.url, alwaysLoad: true });
  });
});
