import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlimsollError } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeUnseen } from "../../src/internal/escape-unseen.ts";
import type { CallSubject, GatewayEvent } from "../../src/observe/gateway-event.ts";
import { createLogObserver } from "../../src/observe/log-observer.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { temporaryFolder } from "../support/servers.ts";

const call: CallSubject = {
  id: "c1",
  asked: "github__create_issue",
  arguments: { body: "the arguments" },
  principal: "ada",
  profile: "support",
  workspace: undefined,
  era: "modern",
  requestId: 1,
  trace: {},
};

async function logged(
  events: readonly GatewayEvent[],
  level: "debug" | "info" | "warn" = "info",
  secret?: string,
) {
  const file = join(temporaryFolder(), "gateway.log");
  const redactor = createRedactor();
  if (secret !== undefined) redactor.learn([{ value: secret, isCertain: true }]);
  const log = createLogObserver({ config: { level, file }, redactor });
  for (const event of events) await log.observe(event);
  await log.close?.();
  const text = readFileSync(file, "utf8");
  return {
    file,
    text,
    lines: text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  };
}

const ended = (more: object = {}): GatewayEvent =>
  ({
    type: "call-ended",
    call,
    tool: "github/create_issue",
    server: "github",
    decision: "allowed",
    outcome: "ok",
    durationMs: 12.34,
    bytes: 5,
    ...more,
  }) as GatewayEvent;

describe("the log", () => {
  it("has a line of JSON for each event that is important enough, with the inner name and no arguments", async () => {
    const { lines, text } = await logged([
      { type: "call-begun", call },
      ended(),
      ended({ outcome: "failed", message: "no" }),
    ]);
    expect(lines).toMatchObject([
      {
        level: "info",
        msg: "call ended",
        call: "c1",
        tool: "github/create_issue",
        server: "github",
        principal: "ada",
        profile: "support",
        era: "modern",
        decision: "allowed",
        outcome: "ok",
        ms: 12.3,
        bytes: 5,
      },
      { level: "warn", outcome: "failed", error: "no" },
    ]);
    expect(text).not.toContain("the arguments");
    expect((await logged([{ type: "call-begun", call }, ended()], "debug")).lines).toHaveLength(2);
    expect((await logged([ended()], "warn")).lines).toEqual([]);
  });

  it("tells of everything else that an operator has to know", async () => {
    const { lines } = await logged([
      {
        type: "health",
        server: "github",
        health: { state: "failing", reason: "it ended.", failures: 2, retryAt: 0 },
      },
      { type: "reload", failure: "plimsoll.json:1:1: …" },
      { type: "reload", added: ["a"], changed: [], removed: [], profiles: [] },
      { type: "auth-refused", reason: "expired" },
      { type: "limit-refused", limit: "callsPerMinute" },
      {
        type: "held",
        server: "github",
        what: "tool",
        name: "x",
        change: "held",
        reason: "hidden characters",
      },
      { type: "session", change: "begun" },
      { type: "counted", name: "other", labels: {} },
    ]);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ["warn", "server failing"],
      ["error", "config not taken over"],
      ["info", "config taken over"],
      ["warn", "not let in"],
      ["warn", "over a limit"],
      ["warn", "definition held"],
    ]);
  });

  it("has no secret in it, wherever one was planted: names, reasons, messages, principals", async () => {
    const secret = "sw0rdfish-planted-0001";
    const { text, lines } = await logged(
      [
        ended({
          message: `401 for ${secret}`,
          outcome: "failed",
          call: { ...call, asked: secret, principal: secret },
        }),
        {
          type: "health",
          server: "x",
          health: { state: "failing", reason: `at https://a:${secret}@b`, failures: 1, retryAt: 0 },
        },
        { type: "auth-refused", reason: `Bearer ${secret}` },
      ],
      "debug",
      secret,
    );
    expect(lines).toHaveLength(3);
    expect(text).not.toContain(secret);
    expect(text).toContain("[redacted]");
  });

  it("cannot be made to hold a forged line, or to steer the terminal it is read in", async () => {
    const forged = '"}\n{"level":"info","msg":"forged"}\r\n\u001b[2J\u009b31m\u202etxt\u2028\u{e0041}';
    const { lines, text } = await logged([
      ended({ call: { ...call, asked: forged }, tool: forged, message: forged }),
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ asked: forged, tool: forged, error: forged });
    expect(text.slice(0, -1)).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u);
  });

  it("is this user's to read, also where the file was open to others before", async () => {
    const { file } = await logged([ended()]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const open = join(temporaryFolder(), "open.log");
    writeFileSync(open, "before\n", { mode: 0o644 });
    const log = createLogObserver({ config: { level: "info", file: open }, redactor: createRedactor() });
    await log.observe(ended());
    await log.close?.();
    expect(statSync(open).mode & 0o777).toBe(0o600);
    expect(readFileSync(open, "utf8")).toMatch(/^before\n\{/);
  });

  it("that cannot be written is said before anything is served", () => {
    const folder = join(temporaryFolder(), "folder");
    mkdirSync(folder);
    const open = () =>
      createLogObserver({ config: { level: "info", file: folder }, redactor: createRedactor() });
    expect(open).toThrow(expect.objectContaining({ code: "LOG_UNUSABLE" }) as PlimsollError);
  });
});

it("escapes what is not seen, and leaves the meaning", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const line = escapeUnseen(JSON.stringify({ text }));
      expect(line).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u);
      expect(JSON.parse(line)).toEqual({ text: JSON.parse(JSON.stringify(text)) });
    }),
  );
});
