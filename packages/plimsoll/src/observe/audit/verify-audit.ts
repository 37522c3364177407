import { createReadStream } from "node:fs";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../../errors.ts";
import { type AuditLine, hashOfLine, NO_LINE, readAuditLine } from "./audit-line.ts";

/** What was found in an audit. */
export interface AuditReport {
  readonly file: string;
  readonly lines: number;
  /** How many times a gateway began to write. */
  readonly chains: number;
  /** How many of them were not ended by the gateway: it runs, it was killed, or the end was cut off. */
  readonly open: number;
  /** The hash of the last line, to be kept elsewhere: with it, a later look finds a cut at the end. */
  readonly last: string;
  readonly findings: readonly AuditFinding[];
}

/** A place where an audit is not what was written. */
export interface AuditFinding {
  /** From 1; 0 where it is about the whole file. */
  readonly line: number;
  readonly problem: string;
}

interface Chain {
  number: number;
  hash: string;
  isClosed: boolean;
}

/** Reads an audit through, and looks for lines that were changed, put in or taken out. */
export async function verifyAudit(
  file: string,
  { expected }: { readonly expected?: string | undefined } = {},
): Promise<AuditReport> {
  const wanted = await readWanted(file, expected);
  const seen = new Set<string>();
  const chains = new Map<string, Chain>();
  const findings: AuditFinding[] = [];
  let [lines, last] = [0, NO_LINE];
  for await (const text of linesOf(file)) {
    lines += 1;
    const line = readAuditLine(text);
    const problem = line === undefined ? "It is not a line of an audit." : checkLine(line, chains, seen);
    if (problem !== undefined) findings.push({ line: lines, problem });
    last = hashOfLine(text);
    if (wanted.has(last)) seen.add(last);
    if (line !== undefined) keep(line, last, chains);
  }
  if (expected !== undefined && !seen.has(expected)) {
    findings.push({ line: 0, problem: "The line with the expected hash is not there: the end was cut off." });
  }
  const open = [...chains.values()].filter(({ isClosed }) => !isClosed).length;
  return { file, lines, chains: chains.size, open, last, findings };
}

/** What is wrong with a line after those before it. */
function checkLine(
  line: AuditLine,
  chains: ReadonlyMap<string, Chain>,
  seen: ReadonlySet<string>,
): string | undefined {
  const chain = chains.get(line.writer);
  if (chain === undefined) {
    if (line.number !== 1 || line.previous !== NO_LINE)
      return "The lines before it, of the same gateway, are gone.";
    const { follows = NO_LINE } = line;
    return follows === NO_LINE || seen.has(follows)
      ? undefined
      : "The line that it was written after is gone, or was changed.";
  }
  if (chain.isClosed) return "It comes after the end of its chain.";
  if (line.number > chain.number + 1) return `${line.number - chain.number - 1} lines before it are gone.`;
  if (line.number <= chain.number) return "It was put in, or moved.";
  return line.previous === chain.hash ? undefined : "The line before it, of the same gateway, was changed.";
}

function keep({ writer, number, type }: AuditLine, hash: string, chains: Map<string, Chain>): void {
  chains.set(writer, { number, hash, isClosed: type === "closed" });
}

/** The few hashes that must be looked out for: of every line would be too many to hold. */
async function readWanted(file: string, expected: string | undefined): Promise<ReadonlySet<string>> {
  const wanted = new Set(expected === undefined ? [] : [expected]);
  for await (const text of linesOf(file)) {
    const follows = text.includes('"follows"') ? readAuditLine(text)?.follows : undefined;
    if (follows !== undefined) wanted.add(follows);
  }
  return wanted;
}

/** By their ends alone: a text has none inside. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const parts = `${rest}${chunk}`.split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The audit ${file} cannot be read: ${reason}. Name another file.`;
    throw new PlimsollError("AUDIT_UNREADABLE", message, { file, reason }, { cause });
  }
  if (rest !== "") yield rest;
}
