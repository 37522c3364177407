import { createHash } from "node:crypto";
import { escapeUnseen } from "../../internal/escape-unseen.ts";
import { isRecord } from "../../internal/is-record.ts";

/** What stands in the first line of a chain in place of the hash of a line before it. */
export const NO_LINE = "";

/** What every line of an audit has beside what it tells. */
export interface AuditLine {
  readonly v: 1;
  readonly at: string;
  /** Whose chain it is in: each gateway that writes to a file has one. */
  readonly writer: string;
  /** Its place in the chain, from 1. */
  readonly number: number;
  readonly type: string;
  /** Of a first line: the hash of the last line that the file had then. */
  readonly follows?: string;
  /** The hash of the chain's line before. */
  readonly previous: string;
  readonly [field: string]: unknown;
}

/** The text of a line, without its end: the very bytes that the next one has the hash of. */
export function writeAuditLine(line: AuditLine): string {
  return escapeUnseen(JSON.stringify(line));
}

/** Reads a line; nothing, where it is none. */
export function readAuditLine(text: string): AuditLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    if (!isRecord(line) || line["v"] !== 1) return undefined;
    const { writer, number, previous, type, follows } = line;
    const isWhole =
      typeof writer === "string" &&
      Number.isSafeInteger(number) &&
      typeof previous === "string" &&
      typeof type === "string" &&
      (follows === undefined || typeof follows === "string");
    return isWhole ? (line as unknown as AuditLine) : undefined;
  } catch {
    return undefined;
  }
}

/** The hash of a line, by its bytes. */
export function hashOfLine(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
