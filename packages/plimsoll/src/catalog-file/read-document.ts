import { catalogFileError, FORMS } from "./catalog-file-error.ts";
import { documentItems, toDocument } from "./document.ts";
import type { FileItem } from "./file-item.ts";
import { findSyntaxFault, parseJson } from "./json-syntax.ts";
import { joinLines } from "./opening.ts";
import type { Line } from "./split-lines.ts";

const MIB = 1024 * 1024;

/** A document has to be held whole; rows are the form for more than this. */
export const MAX_DOCUMENT_BYTES: number = 128 * MIB;

/** Reads a file that is one JSON value over all its lines. */
export async function* readDocument(file: string, lines: AsyncIterable<Line>): AsyncGenerator<FileItem> {
  const text = await gather(file, lines);
  const parsed = parseJson(text);
  if (parsed === undefined) {
    const { line, what } = findSyntaxFault(text);
    throw catalogFileError(file, line, `It is not JSON: ${what}.`, "Correct it there.");
  }
  const document = toDocument(parsed.value);
  if (document === undefined) throw catalogFileError(file, 1, "It is JSON, but not a catalog.", FORMS);
  yield* documentItems(document, text);
}

async function gather(file: string, lines: AsyncIterable<Line>): Promise<string> {
  const gathered: Line[] = [];
  let size = 0;
  for await (const line of lines) {
    if ("reason" in line) {
      throw catalogFileError(file, line.number, `The line cannot be read: ${line.reason}.`, FORMS);
    }
    size += line.text.length;
    if (size > MAX_DOCUMENT_BYTES) {
      const reason = `It is one JSON document of more than ${MAX_DOCUMENT_BYTES / MIB} MiB.`;
      throw catalogFileError(file, line.number, reason, "Write it as JSON Lines, one tool a line.");
    }
    gathered.push(line);
  }
  return joinLines(gathered);
}
