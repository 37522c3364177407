import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AuditConfig, createGateway, type GatewayConfig } from "plimsoll";
import { describe, expect, it, vi } from "vitest";
import { verifyAudit } from "../../src/observe/audit/verify-audit.ts";
import { openObservation } from "../../src/observe/open-observation.ts";
import type { Authenticator } from "../../src/server/auth/authenticator.ts";
import { createHttpFront } from "../../src/server/http-front.ts";
import { bindPort } from "../../src/server/http-server.ts";
import { FROM_SOURCE } from "../support/cli.ts";
import { callThrough } from "../support/observing.ts";
import { configOf, relayed, temporaryFolder } from "../support/servers.ts";

vi.setConfig({ testTimeout: 60_000 });

const WRITER = fileURLToPath(new URL("../support/audit-writer.ts", import.meta.url));

const AS_ADA: Authenticator = {
  authenticate: async () => ({ type: "admitted", principal: { id: "ada" } }),
};

async function serveAudited(more: Partial<AuditConfig> = {}) {
  const file = join(temporaryFolder(), "audit.jsonl");
  const audit: AuditConfig = { file, arguments: "hash", onFailure: "refuse", ...more };
  const config: GatewayConfig = {
    ...configOf(relayed("modern")),
    profiles: { careful: { deny: ["modern/fail"] } },
    audit,
  };
  const said: string[] = [];
  const observation = await openObservation(config, { say: (sentence) => said.push(sentence) });
  if (observation === undefined) throw new Error("Nobody watches.");
  const bound = await bindPort(0);
  const gateway = createGateway({ config, observers: observation.observers, meter: observation.meter });
  const stop = bound.serve(createHttpFront(gateway, { authenticator: AS_ADA }));
  await gateway.ready();
  const lines = (): Record<string, unknown>[] =>
    readFileSync(file, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return {
    url: bound.url,
    gateway,
    file,
    said,
    lines,
    close: async () => {
      await stop();
      await gateway.close();
    },
  };
}

describe("the audit", () => {
  it("says who called which inner tool, what was decided and what became of it, before the caller is answered", async () => {
    const audited = await serveAudited();
    await callThrough(audited.url, "modern__long", { lines: 2 });
    const [opened, asked, answered] = audited.lines();
    expect(opened).toMatchObject({ type: "opened", pid: process.pid });
    const call = { principal: "ada", era: "modern", asked: "modern__long" };
    expect(asked).toMatchObject({ type: "asked", ...call });
    expect(answered).toMatchObject({
      type: "answered",
      ...call,
      call: asked?.["call"],
      tool: "modern/long",
      server: "modern",
      decision: "allowed",
      outcome: "ok",
    });
    await callThrough(`${audited.url}/p/careful`, "modern__fail");
    expect(audited.lines().at(-1)).toMatchObject({
      profile: "careful",
      tool: "modern/fail",
      decision: "denied",
      outcome: "rejected",
    });
    await audited.close();
    expect(audited.lines().at(-1)).toMatchObject({ type: "closed" });
    expect(await verifyAudit(audited.file)).toMatchObject({ chains: 1, open: 0, findings: [] });
  });

  it("keeps a hash of arguments, the same for the same ones in any order, and the arguments only where asked to", async () => {
    const audited = await serveAudited();
    await callThrough(audited.url, "modern__data", { items: 1, other: "planted words" });
    await callThrough(audited.url, "modern__data", { other: "planted words", items: 1 });
    const [first, second] = audited.lines().filter(({ type }) => type === "answered");
    expect(first?.["argumentsHash"]).toBe(second?.["argumentsHash"]);
    expect(readFileSync(audited.file, "utf8")).not.toContain("planted words");
    await audited.close();
    const full = await serveAudited({ arguments: "full", onFailure: "continue" });
    const token = "ghp_0123456789abcdefghijABCDEFGHIJ0123";
    await callThrough(full.url, "modern__data", { items: 1, other: `planted ${token}` });
    expect(full.lines().map(({ type }) => type)).toEqual(["opened", "answered"]);
    expect(full.lines()[1]).toMatchObject({ arguments: { items: 1, other: "planted [redacted]" } });
    await full.close();
  });

  it("that cannot be opened stops the start, unless calls may go on without it", async () => {
    const file = temporaryFolder();
    await expect(serveAudited({ file })).rejects.toMatchObject({ code: "AUDIT_UNUSABLE" });
    const going = await serveAudited({ file, onFailure: "continue" });
    expect((await callThrough(going.url, "modern__long", { lines: 1 })).error).toBeUndefined();
    expect(going.said.join("\n")).toMatch(/cannot be written.*\n.*WITHOUT A RECORD/);
    await going.close();
  });
});

/** Runs the writer where no file may be longer than a few kilobytes: a disk that is full. */
async function writeUntilFull(onFailure: AuditConfig["onFailure"]) {
  const file = join(temporaryFolder(), "audit.jsonl");
  const words = [process.execPath, ...FROM_SOURCE, WRITER, file, onFailure]
    .map((word) => `'${word}'`)
    .join(" ");
  const child = spawn("bash", ["-c", `ulimit -f 16; exec ${words}`], { stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.stderr += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  if (said.stdout === "") throw new Error(said.stderr);
  return { file, ...(JSON.parse(said.stdout) as { outcomes: string[]; said: string[] }) };
}

describe("an audit on a full disk", () => {
  it("refuses calls before they run, says so loudly once, and goes on when there is room", async () => {
    const { file, outcomes, said } = await writeUntilFull("refuse");
    expect(outcomes).toEqual(["ran", "refused before it ran", "refused before it ran", "ran"]);
    expect(said).toEqual([
      expect.stringMatching(/^THE AUDIT .* CANNOT BE WRITTEN: .*every call is refused/),
      expect.stringContaining("can be written again"),
    ]);
    const after = await verifyAudit(file);
    expect(after).toMatchObject({ chains: 1, findings: [] });
    expect(JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "")).toMatchObject({
      type: "opened",
      lost: 2,
    });
  });

  it("lets calls run without a record where the config says so, as loudly", async () => {
    const { outcomes, said } = await writeUntilFull("continue");
    expect(outcomes).toEqual(["ran", "ran", "ran", "ran"]);
    expect(said[0]).toMatch(/WITHOUT A RECORD/);
  });
});
