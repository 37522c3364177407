import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AuditFile } from "../../src/observe/audit/audit-file.ts";
import { verifyAudit } from "../../src/observe/audit/verify-audit.ts";
import { temporaryFolder } from "../support/servers.ts";

/** An audit of so many lines of each of so many gateways, which write in turns. */
async function written(gateways: number, lines: number): Promise<string> {
  const file = join(temporaryFolder(), "audit.jsonl");
  const audits = Array.from({ length: gateways }, () => new AuditFile(file));
  for (const audit of audits) await audit.open();
  for (let line = 0; line < lines; line += 1) {
    for (const audit of audits)
      await audit.append({ type: "answered", tool: `a/${line}`, text: "é\u202e\n" });
  }
  await Promise.all(audits.map((audit) => audit.close()));
  return file;
}

const linesOf = (file: string): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);

describe("an audit", () => {
  it("is whole where nobody touched it, however many gateways write to it at once", async () => {
    const file = await written(3, 4);
    const audits = [new AuditFile(file), new AuditFile(file)];
    await Promise.all(
      audits.flatMap((audit) =>
        Array.from({ length: 20 }, (_, at) => audit.append({ type: "asked", at: `${at}` })),
      ),
    );
    await audits[0]?.close();
    const report = await verifyAudit(file);
    expect(report).toMatchObject({ lines: 3 * 6 + 2 * 21 + 1, chains: 5, open: 1, findings: [] });
    expect(await verifyAudit(file, { expected: report.last })).toMatchObject({ findings: [] });
    await audits[1]?.close();
  });

  it("in which a line was changed, taken out, put in or moved is found out", async () => {
    const file = await written(2, 3);
    const whole = linesOf(file);
    const at = fc.nat(whole.length - 3); // What became of the end of a chain is seen by its hash alone.
    const edits = {
      changed: (lines: string[], one: number) =>
        lines.with(one, String(lines[one]).replace(/"type":"\w/, '"type":"X')),
      "taken out": (lines: string[], one: number) => lines.toSpliced(one, 1),
      "put in": (lines: string[], one: number) => lines.toSpliced(one, 0, String(lines[one])),
      moved: (lines: string[], one: number) =>
        lines.toSpliced(one, 1).toSpliced(Math.min(one + 2, lines.length - 1), 0, String(lines[one])),
    };
    await fc.assert(
      fc.asyncProperty(at, fc.constantFrom(...Object.entries(edits)), async (one, [name, edit]) => {
        const copy = join(temporaryFolder(), "copy.jsonl");
        writeFileSync(
          copy,
          edit([...whole], one)
            .map((line) => `${line}\n`)
            .join(""),
        );
        const { findings } = await verifyAudit(copy);
        expect([name, one, findings.length > 0]).toEqual([name, one, true]);
      }),
      { numRuns: 60 },
    );
  });

  it("whose beginning was cut off is found out; whose end was, by the hash of an earlier look", async () => {
    const file = await written(1, 5);
    const whole = linesOf(file);
    const { last } = await verifyAudit(file);
    writeFileSync(
      file,
      whole
        .slice(2)
        .map((line) => `${line}\n`)
        .join(""),
    );
    expect((await verifyAudit(file)).findings).toEqual([
      { line: 1, problem: "The lines before it, of the same gateway, are gone." },
    ]);
    writeFileSync(
      file,
      whole
        .slice(0, 3)
        .map((line) => `${line}\n`)
        .join(""),
    );
    expect(await verifyAudit(file)).toMatchObject({ open: 1, findings: [] });
    expect((await verifyAudit(file, { expected: last })).findings).toEqual([
      { line: 0, problem: "The line with the expected hash is not there: the end was cut off." },
    ]);
  });

  it("from which a whole chain was taken is found out by the next one", async () => {
    const file = await written(1, 1);
    const first = linesOf(file).length;
    for (let more = 0; more < 2; more += 1) {
      const audit = new AuditFile(file);
      await audit.append({ type: "asked" });
      await audit.close();
    }
    const whole = linesOf(file);
    writeFileSync(
      file,
      [...whole.slice(0, first), ...whole.slice(first + 3)].map((line) => `${line}\n`).join(""),
    );
    expect((await verifyAudit(file)).findings).toEqual([
      { line: first + 1, problem: "The line that it was written after is gone, or was changed." },
    ]);
  });

  it("goes on after a line that a crash left half written, which stays a finding", async () => {
    const file = await written(1, 1);
    appendFileSync(file, '{"v":1,"at":"2026');
    const audit = new AuditFile(file);
    await audit.append({ type: "asked" });
    await audit.close();
    const { findings, lines } = await verifyAudit(file);
    expect(findings).toEqual([{ line: lines - 3, problem: "It is not a line of an audit." }]);
  });

  it("cannot be led by a line to end another, or to steer a terminal", async () => {
    const file = join(temporaryFolder(), "audit.jsonl");
    const audit = new AuditFile(file);
    const forged = '"}\n{"v":1}\u001b[2J\u009b\u202e\u2028';
    await audit.append({ type: "asked", asked: forged, v: 9, writer: "me", number: 99, previous: "none" });
    await audit.close();
    expect(await verifyAudit(file)).toMatchObject({ lines: 3, findings: [] });
    expect(JSON.parse(linesOf(file)[1] ?? "").asked).toBe(forged);
    expect(readFileSync(file, "utf8").replaceAll("\n", "")).toMatch(/^[^\p{Cc}\p{Cf}\u2028]*$/u);
  });

  it("is a file of this user's alone, and neither a link nor a folder", async () => {
    const file = await written(1, 1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder"));
    symlinkSync(file, join(folder, "link"));
    writeFileSync(join(folder, "open"), "", { mode: 0o644 });
    await expect(new AuditFile(join(folder, "folder")).open()).rejects.toThrow();
    await expect(new AuditFile(join(folder, "link")).open()).rejects.toThrow();
    const open = new AuditFile(join(folder, "open"));
    await open.open();
    await open.close();
    expect(statSync(join(folder, "open")).mode & 0o777).toBe(0o600);
  });
});
