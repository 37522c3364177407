import { catalogFileError, FORMS, toCatalogFileError } from "./catalog-file-error.ts";
import type { FileItem } from "./file-item.ts";
import { isDocument, OPENING_LINES, startsDocument } from "./opening.ts";
import { peek } from "./peek.ts";
import { MAX_DOCUMENT_BYTES, readDocument } from "./read-document.ts";
import { readRows } from "./read-rows.ts";
import { type Line, splitLines } from "./split-lines.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const HEAD_BYTES = 256;

/** What the bytes of a catalog file hold, in whichever form they are; throws where they are no catalog at all. */
export async function* readItems(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileItem> {
  const { head, chunks: all } = await peek(chunks, HEAD_BYTES);
  if (isUtf16(head)) throw catalogFileError(file, 1, "It is UTF-16.", "Save it as UTF-8.");
  const maxBytes = startsDocument(head) ? MAX_DOCUMENT_BYTES : MAX_LINE_BYTES;
  const lines = placeFailures(file, splitLines(all, maxBytes));
  const opening = await take(lines, OPENING_LINES);
  if (opening.length === 0) throw catalogFileError(file, 1, "It is empty.", FORMS);
  const read = isDocument(opening) ? readDocument : readRows;
  yield* read(file, chain(opening, lines));
}

/** What is thrown while lines are read is thrown with the line it happened on. */
async function* placeFailures(file: string, lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let reached = 0;
  try {
    for await (const line of lines) {
      reached = line.number;
      yield line;
    }
  } catch (cause) {
    throw toCatalogFileError(file, reached + 1, cause);
  }
}

async function take(lines: AsyncGenerator<Line>, most: number): Promise<Line[]> {
  const taken: Line[] = [];
  while (taken.length < most) {
    const next = await lines.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

async function* chain(first: readonly Line[], rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield* first;
  yield* rest;
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
