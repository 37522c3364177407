import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { variable } from "../config/read-config.ts";
import { type CliOptions, type RunningCli, runCli, startCli } from "../support/cli.ts";
import { callThrough } from "../support/observing.ts";
import { until } from "../support/processes.ts";
import { parseMetrics, sampleOf } from "../support/prometheus.ts";
import { temporaryFolder } from "../support/servers.ts";

vi.setConfig({ testTimeout: 120_000 });

const SECRET = "pl4nted-s3cret-value-77";
const LEAKY = fileURLToPath(new URL("../support/secret-server.mjs", import.meta.url));
const TRACING = new URL("../support/tracing.mjs", import.meta.url).href;
const BIN = fileURLToPath(new URL("../../bin/", import.meta.url));

const running: RunningCli[] = [];
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function writeConfig(folder: string, sections: object): string {
  const file = join(folder, "plimsoll.json");
  const leaky = { command: process.execPath, args: [LEAKY], env: { API_TOKEN: SECRET } };
  writeFileSync(file, JSON.stringify({ mcpServers: { leaky }, ...sections }));
  return file;
}

async function serve(config: string, args: readonly string[] = [], options: CliOptions = {}) {
  const cli = startCli(["serve", "--port", "0", "--config", config, ...args], options);
  running.push(cli);
  await until(() => cli.said.stdout.includes("Ctrl-C ends it."), "the gateway is ready", 60_000);
  const url = /http:\S+\/mcp/.exec(cli.said.stdout)?.[0] ?? "";
  const end = async (): Promise<number | null> => {
    cli.child.kill("SIGTERM");
    return cli.ended;
  };
  return { ...cli, url, end };
}

describe("plimsoll serve, seen from outside", () => {
  it("logs, audits and counts calls by their inner names, and shows a planted secret nowhere", async () => {
    const [folder, home, port] = [temporaryFolder(), temporaryFolder(), await freePort()];
    const config = writeConfig(folder, {
      log: { level: "debug", file: "gateway.log" },
      audit: { file: "audit.jsonl", arguments: "full" },
      metrics: { port, token: variable("METRICS_TOKEN") },
    });
    const token = "a-token-of-the-operator";
    const { url, end, said } = await serve(config, [], { home, env: { METRICS_TOKEN: token } });
    for (const how of ["text", "error", "throw"]) {
      await callThrough(url, "leaky__leak", { how, note: `with ${SECRET}` });
    }
    expect((await fetch(new URL("/metrics", url))).status).toBe(404);
    const metrics = `http://127.0.0.1:${port}/metrics`;
    expect((await fetch(metrics)).status).toBe(401);
    const scraped = await (await fetch(metrics, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(sampleOf(parseMetrics(scraped), "plimsoll_calls_total", { tool: "leaky/leak" })).toBe(3);
    expect(sampleOf(parseMetrics(scraped), "plimsoll_index_tools")).toBeGreaterThanOrEqual(0);
    const ready = await (await fetch(new URL("/readyz", url))).text();
    expect(await end()).toBe(0);
    const log = readFileSync(join(folder, "gateway.log"), "utf8");
    const audit = readFileSync(join(folder, "audit.jsonl"), "utf8");
    const outcomes = log
      .split("\n")
      .filter((line) => line.includes('"call ended"'))
      .map((line) => [JSON.parse(line).tool, JSON.parse(line).outcome]);
    expect(outcomes).toEqual([
      ["leaky/leak", "ok"],
      ["leaky/leak", "tool-error"],
      ["leaky/leak", "failed"],
    ]);
    expect(audit.match(/"tool":"leaky\/leak"/g)).toHaveLength(3);
    for (const [where, text] of Object.entries({ log, audit, scraped, ready, ...said })) {
      expect([where, text.includes(SECRET), text.includes(token)]).toEqual([where, false, false]);
    }
    for (const file of ["gateway.log", "audit.jsonl"]) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    }
  });

  it("logs to standard error by a word on the command line, and nothing without one", async () => {
    const config = writeConfig(temporaryFolder(), {});
    const quiet = await serve(config);
    await callThrough(quiet.url, "leaky__leak", { how: "text" });
    expect(await quiet.end()).toBe(0);
    expect(quiet.said.stderr).toBe("");
    const loud = await serve(config, ["--log-level", "info"]);
    await callThrough(loud.url, "leaky__leak", { how: "text" });
    expect(await loud.end()).toBe(0);
    const lines = loud.said.stderr.split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).msg)).toContain("call ended");
  });

  it("does not start where the log or the audit cannot be written, and says why", async () => {
    for (const section of [{ log: { file: "." } }, { audit: { file: "." } }]) {
      const config = writeConfig(temporaryFolder(), section);
      const { code, stderr } = await runCli(["serve", "--port", "0", "--config", config]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/cannot be written: .* Name another/),
      });
    }
  });

  it("tells OpenTelemetry of calls where the package is there, from the bundle too", async () => {
    const folder = temporaryFolder();
    const [config, spans] = [writeConfig(folder, { telemetry: { traces: true } }), join(folder, "spans")];
    const env = { NODE_OPTIONS: `--import ${TRACING}`, PLIMSOLL_TEST_SPANS: spans };
    const { url, end, said } = await serve(config, [], { env });
    await callThrough(url, "leaky__leak", { how: "text" });
    await callThrough(url, "leaky__leak", { how: "throw" });
    expect(await end()).toBe(0);
    expect(said.stderr).toBe("");
    const text = readFileSync(spans, "utf8");
    const ended = text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line).name);
    const once = ["execute_tool leaky/leak", "tools/call leaky/leak"];
    expect(ended).toEqual([...once, ...once]);
    expect(text).not.toContain(SECRET);
  });

  it("reads nothing of all this where the config does not ask for it", () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      const text = readFileSync(join(BIN, file), "utf8");
      for (const [, next = ""] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) visit(next);
      // What is read when a gateway is started; everything else waits until it is needed.
      for (const [, next = ""] of text.matchAll(/import\("\.\/((?:program|serve)-[^"]+\.js)"\)/g))
        visit(next);
    };
    visit("plimsoll.js");
    expect([...reached].filter((file) => file.startsWith("serve-")).length).toBeGreaterThan(4);
    const texts = [...reached].map((file) => readFileSync(join(BIN, file), "utf8"));
    const statics = texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import)\s*"([^"]+)"/g)].map(([, name]) => name),
    );
    expect(statics).not.toContain("pino");
    expect(statics).not.toContain("@opentelemetry/api");
    expect(texts.join("")).not.toContain("THE AUDIT");
  });
});

describe("plimsoll audit verify", () => {
  it("finds an audit whole, and finds out who changed a line of it", async () => {
    const folder = temporaryFolder();
    const config = writeConfig(folder, { audit: { file: "audit.jsonl" } });
    const { url, end } = await serve(config);
    await callThrough(url, "leaky__leak", { how: "text" });
    expect(await end()).toBe(0);
    const whole = await runCli(["audit", "verify", "--config", config]);
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    const file = join(folder, "audit.jsonl");
    expect(existsSync(file)).toBe(true);
    const last = /It is whole up to ([0-9a-f]{64})/.exec(whole.stdout)?.[1] ?? "";
    expect(await runCli(["audit", "verify", file, "--expect", last])).toMatchObject({ code: 0 });
    const lines = readFileSync(file, "utf8").split("\n");
    const changed = lines.with(2, String(lines[2]).replace('"decision":"allowed"', '"decision":"denied"'));
    writeFileSync(file, changed.join("\n"));
    const found = await runCli(["audit", "verify", file]);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain("line 4: The line before it, of the same gateway, was changed.");
    writeFileSync(file, `${lines.slice(0, 2).join("\n")}\n`);
    expect(await runCli(["audit", "verify", file, "--expect", last])).toMatchObject({ code: 1 });
    const report = await runCli(["audit", "verify", file, "--json"]);
    expect(JSON.parse(report.stdout)).toMatchObject({ lines: 2, chains: 1, open: 1, findings: [] });
  });

  it("says what to do where there is no audit", async () => {
    const folder = temporaryFolder();
    const none = await runCli(["audit", "verify", "--config", writeConfig(folder, {})]);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('has no "audit"') });
    const missing = await runCli(["audit", "verify", join(folder, "none.jsonl")]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read") });
  });
});
