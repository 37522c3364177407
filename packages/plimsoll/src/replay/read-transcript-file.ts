import { createReadStream } from "node:fs";
import { PlimsollError, readTranscript, type Transcript } from "@plimsoll/core";
import { toCatalogFileError } from "../catalog-file/catalog-file-error.ts";
import { findSyntaxFault, parseJson } from "../catalog-file/json-syntax.ts";
import { joinLines } from "../catalog-file/opening.ts";
import { type Line, splitLines } from "../catalog-file/split-lines.ts";
import { unpack } from "../catalog-file/unpack.ts";
import type {} from "../errors.ts";
import { isRecord } from "../internal/is-record.ts";

const CHUNK_BYTES = 256 * 1024;
/** A whole transcript may stand on one line. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** What a transcript file turns out to hold, piece by piece. */
export type TranscriptItem =
  | {
      readonly type: "transcript";
      readonly transcript: Transcript;
      /** The recording as it was parsed: what a request says beside its messages stands there. */
      readonly value: unknown;
      /** The line that each entry stands on, where each has one of its own; else the line of all of them. */
      readonly lines: readonly number[] | number | undefined;
    }
  | UnreadablePart;

/** A part of a file that cannot be read, and why; the rest is read. */
export interface UnreadablePart {
  readonly type: "unreadable";
  /** Counts from 1; 0 where nothing of the file could be read. */
  readonly line: number;
  readonly reason: string;
}

/** Streams the transcripts of a file: one JSON document, JSON Lines of messages, or of whole transcripts; packed or not. */
export async function* readTranscriptFile(file: string): AsyncGenerator<TranscriptItem> {
  const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  try {
    yield* readItems(splitLines(unpack(stream), MAX_LINE_BYTES));
  } catch (cause) {
    const error = toCatalogFileError(file, 1, cause);
    if (!PlimsollError.is(error, "CATALOG_FILE_UNREADABLE")) throw error;
    yield { type: "unreadable", line: error.data.line, reason: error.data.reason };
  } finally {
    stream.destroy();
  }
}

async function* readItems(lines: AsyncGenerator<Line>): AsyncGenerator<TranscriptItem> {
  const { value: first } = await lines.next();
  const { value: second } = await lines.next();
  if (first === undefined) {
    yield { type: "unreadable", line: 1, reason: "It is empty." };
    return;
  }
  const all = chain(second === undefined ? [first] : [first, second], lines);
  const isDocument = "text" in first && (second === undefined || isBeginning(first.text));
  yield* isDocument ? readDocument(all) : readLines(all);
}

/** Whether a line is not JSON yet, but may become it with those that follow. */
function isBeginning(text: string): boolean {
  return parseJson(text) === undefined && findSyntaxFault(text).atEnd;
}

async function* readDocument(lines: AsyncIterable<Line>): AsyncGenerator<TranscriptItem> {
  const gathered: Line[] = [];
  for await (const line of lines) gathered.push(line);
  const text = joinLines(gathered);
  const parsed = parseJson(text);
  if (parsed === undefined) {
    const { line, what } = findSyntaxFault(text);
    yield { type: "unreadable", line, reason: `It is not JSON: ${what}.` };
    return;
  }
  const { value } = parsed;
  const isMany = Array.isArray(value) && value.some(isWhole);
  for (const one of isMany ? value : [value]) yield toItem(one, undefined);
}

/** A line is a transcript, or an entry of the one that all such lines make up. */
async function* readLines(lines: AsyncIterable<Line>): AsyncGenerator<TranscriptItem> {
  const entries: unknown[] = [];
  const numbers: number[] = [];
  for await (const line of lines) {
    const parsed = "text" in line ? parseJson(line.text) : undefined;
    if (parsed === undefined) {
      const reason = "reason" in line ? `The line cannot be read: ${line.reason}.` : "The line is not JSON.";
      yield { type: "unreadable", line: line.number, reason };
    } else if (isWhole(parsed.value)) yield toItem(parsed.value, line.number);
    else {
      entries.push(parsed.value);
      numbers.push(line.number);
    }
  }
  if (entries.length > 0) yield toItem(entries, numbers);
}

/** Whether a value is a transcript by itself, and no entry of one. */
function isWhole(value: unknown): boolean {
  if (!isRecord(value)) return Array.isArray(value);
  const { role, type, messages, history, input, output } = value;
  if (role !== undefined) return false;
  if (Array.isArray(messages) || Array.isArray(history)) return true;
  return type === undefined && (Array.isArray(input) || Array.isArray(output));
}

function toItem(value: unknown, lines: readonly number[] | number | undefined): TranscriptItem {
  try {
    return { type: "transcript", transcript: readTranscript(value), value, lines };
  } catch (error) {
    if (!PlimsollError.is(error, "HISTORY_INVALID")) throw error;
    const line = typeof lines === "object" ? lines[error.data.index] : lines;
    return { type: "unreadable", line: line ?? 1, reason: error.message };
  }
}

async function* chain(first: readonly Line[], rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield* first;
  yield* rest;
}
