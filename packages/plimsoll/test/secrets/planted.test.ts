import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCli, startCli } from "../support/cli.ts";
import { toModernCall } from "../support/modern-call.ts";
import { until } from "../support/processes.ts";
import { temporaryFolder } from "../support/servers.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const LEAKY = fileURLToPath(new URL("../support/leaky-server.mjs", import.meta.url));

/** What is planted, by the variable that carries it into the config. */
const PLANTED = {
  PLANTED_ENV: "pl4nted-env-0a1b2c",
  PLANTED_UNNAMED: "pl4nted/unnamed value",
  PLANTED_PASSWORD: "pl4nted-password-3d4e",
  PLANTED_ARGUMENT: "pl4nted-argument-5f6a",
  PLANTED_HEADER: "pl4nted-header-7b8c9d",
  PLANTED_BEARER: "pl4nted-bearer-e0f1a2",
  PLANTED_QUERY: "pl4nted-query-b3c4d5e6",
};

/** As a config names a variable, so that no value stands in the file itself. */
function toVariable(name: keyof typeof PLANTED): string {
  return `\${${name}}`;
}

const home = temporaryFolder();
const folder = temporaryFolder();
const config = join(folder, "plimsoll.json");
const said: string[] = [];
let remote: ReturnType<typeof spawn>;

/** Where a secret stands in a text, in any way it can be written; nothing, where it does not. */
function leakIn(text: string): string | undefined {
  const forms = Object.values(PLANTED).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  ]);
  // Half a secret is one, too: all of them begin alike.
  const found = ["pl4nted", ...forms].find((form) => text.includes(form));
  return found === undefined ? undefined : text.slice(Math.max(0, text.indexOf(found) - 80)).slice(0, 160);
}

function everyFileIn(place: string): string[] {
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function run(...args: string[]): Promise<string> {
  const { stdout, stderr } = await runCli([...args, "--config", config], { home, env: PLANTED });
  said.push(stdout, stderr);
  return stdout + stderr;
}

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
  const env = {
    API_TOKEN: toVariable("PLANTED_ENV"),
    SETTING: toVariable("PLANTED_UNNAMED"),
    DATABASE: `postgres://user:${toVariable("PLANTED_PASSWORD")}@db.example/x`,
  };
  const args = [LEAKY, "stdio", "--api-key", toVariable("PLANTED_ARGUMENT")];
  const headers = {
    "X-Custom": toVariable("PLANTED_HEADER"),
    Authorization: `Bearer ${toVariable("PLANTED_BEARER")}`,
  };
  const url = `http://127.0.0.1:${port}`;
  const mcpServers = {
    local: { command: process.execPath, args, env },
    dead: { command: process.execPath, args: [LEAKY, "dead"], env },
    far: { url: `${url}/mcp?key=${toVariable("PLANTED_QUERY")}`, headers },
    broken: { url: `${url}/broken?key=${toVariable("PLANTED_QUERY")}`, headers },
    away: { url: `http://127.0.0.1:1/mcp?key=${toVariable("PLANTED_QUERY")}`, headers },
  };
  writeFileSync(config, JSON.stringify({ mcpServers }));
  remote = spawn(process.execPath, [LEAKY, String(port)], { stdio: ["ignore", "pipe", "ignore"] });
  let heard = "";
  remote.stdout?.on("data", (piece) => (heard += piece));
  await until(() => heard.includes("listening"), "the server listens", 20_000);
});

afterAll(() => {
  remote.kill("SIGKILL");
});

describe("a secret planted in variables, arguments, headers and addresses, and told by servers to everybody", () => {
  it("is in no output of a command", async () => {
    expect(await run("list")).toContain("local/leak");
    expect(await run("refresh", "--json")).toContain("far");
    await run("find", "leak", "--explain");
    await run("describe", "local/leak", "far/leak");
    await run("call", "local/leak", '{"how":"fail"}', "--yes");
    await run("call", "local/leak", '{"how":"refuse"}', "--yes", "--json");
    await run("call", "local/leak", '{"how":"crash"}', "--yes");
    await run("call", "far/leak", '{"how":"fail"}', "--yes", "--json");
    await run("call", "far/leak", '{"how":"refuse"}', "--yes");
    for (const text of said) expect(leakIn(text)).toBeUndefined();
    expect(said.join("")).toContain("[redacted]");
  });

  it("is in no answer to a client, and in nothing that a gateway says", async () => {
    const gateway = startCli(["serve", "--port", "0", "--config", config], { home, env: PLANTED });
    await until(() => gateway.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
    const url = /Serving MCP on (\S+)/.exec(gateway.said.stdout)?.[1] ?? "";
    const answers: string[] = [];
    const call = async (tool: string, input: object): Promise<void> => {
      const logs = { "io.modelcontextprotocol/logLevel": "debug" };
      const answer = await fetch(toModernCall(url, { tool, arguments: input, meta: logs }));
      answers.push(await answer.text());
    };
    await call("tool_find", { query: "leak" });
    await call("tool_describe", { names: ["local/leak", "far/leak", "dead/leak"] });
    for (const name of ["local/leak", "far/leak", "broken/leak", "away/leak"]) {
      for (const how of ["fail", "refuse", ...(name === "local/leak" ? ["crash", "work"] : [])]) {
        await call("tool_call", { name, arguments: { how } });
      }
    }
    gateway.child.kill("SIGTERM");
    await gateway.ended;
    expect(answers.join("")).toContain("4242");
    for (const text of [...answers, gateway.said.stdout, gateway.said.stderr]) {
      expect(leakIn(text)).toBeUndefined();
    }
  });

  it("is in no file that was kept", () => {
    const files = everyFileIn(home);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(leakIn(readFileSync(file, "latin1"))).toBeUndefined();
  });
});
