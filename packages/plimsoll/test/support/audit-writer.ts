// Observes a few calls with an audit, on a disk that gets full and is made room on: audit-writer.ts FILE ON_FAILURE
import { renameSync } from "node:fs";
import type { AuditConfig } from "plimsoll";
import { AuditFile } from "../../src/observe/audit/audit-file.ts";
import { createAuditObserver } from "../../src/observe/audit/audit-observer.ts";
import type { CallSubject } from "../../src/observe/gateway-event.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { NO_METER } from "../../src/server/meter.ts";

const [, , file = "", onFailure] = process.argv;
const config: AuditConfig = {
  file,
  arguments: "full",
  onFailure: onFailure === "refuse" ? "refuse" : "continue",
};
const said: string[] = [];
const audit = createAuditObserver({
  config,
  file: new AuditFile(file),
  redactor: createRedactor(),
  meter: NO_METER,
  say: (sentence) => said.push(sentence),
});

async function observe(id: string, size: number): Promise<string> {
  const call: CallSubject = {
    id,
    asked: "x",
    arguments: "x".repeat(size),
    principal: undefined,
    profile: undefined,
    workspace: undefined,
    era: "modern",
    requestId: 1,
    trace: {},
  };
  try {
    await audit.observe({ type: "call-begun", call });
  } catch {
    return "refused before it ran";
  }
  const ended = { decision: "allowed", outcome: "ok", durationMs: 1, bytes: 1 } as const;
  try {
    await audit.observe({ type: "call-ended", call, ...ended });
  } catch {
    return "not answered";
  }
  return "ran";
}

const outcomes = [await observe("1", 10), await observe("2", 40_000), await observe("3", 40_000)];
renameSync(file, `${file}.old`);
outcomes.push(await observe("4", 10));
await audit.close?.();
process.stdout.write(JSON.stringify({ outcomes, said }));
