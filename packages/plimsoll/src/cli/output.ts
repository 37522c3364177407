import { escapeUnseen } from "../internal/escape-unseen.ts";
import { processRedactor } from "../secrets/redactor.ts";

/** Where a command says what it has to say. */
export interface Output {
  /** A line of the result. */
  line(text?: string): void;
  /** A line about how the result came to be, beside it; secrets are taken out of it. */
  note(text: string): void;
  /** A result for programs: one line of JSON. */
  json(value: unknown): void;
}

/** Results to standard output, notes to standard error. */
export const standardOutput: Output = toOutput(process.stdout, process.stderr);

/** Everything to standard error: for when standard output belongs to the protocol. */
export const errorOutput: Output = toOutput(process.stderr, process.stderr);

/** Makes one of two streams. */
export function toOutput(results: NodeJS.WritableStream, notes: NodeJS.WritableStream): Output {
  return {
    line: (text = "") => void results.write(`${toOneLine(text)}\n`),
    note: (text) => void notes.write(`${toOneLine(processRedactor.redact(text))}\n`),
    json: (value) => void results.write(`${escapeUnseen(JSON.stringify(value))}\n`),
  };
}

/** A text without what could move a terminal's cursor or hide words: descriptions come from other people's servers. */
export function toPlainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : ""));
}

/** The same on one line: nobody's words stand where a line of Plimsoll's own would. */
export function toOneLine(text: string): string {
  return toPlainText(text).replace(/[\n\p{Zl}\p{Zp}]/gu, " ");
}

/** A number with its thousands apart. */
export function toCount(value: number): string {
  return value.toLocaleString("en-US");
}

/** A number of things: `1 tool`, `2,000 tools`. */
export function toCountOf(value: number, thing: string): string {
  return `${toCount(value)} ${thing}${value === 1 ? "" : "s"}`;
}

/** Rows whose first column is as wide as its widest cell. */
export function toColumns(rows: readonly (readonly [string, string])[]): string[] {
  // Not `Math.max(...)`: a call takes no more arguments than the stack holds.
  const width = rows.reduce((most, [first]) => Math.max(most, first.length), 0);
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
