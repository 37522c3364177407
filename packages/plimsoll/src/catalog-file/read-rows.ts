import { isRecord } from "../internal/is-record.ts";
import { catalogFileError, FORMS } from "./catalog-file-error.ts";
import { type FileItem, toFileItem } from "./file-item.ts";
import { parseJson } from "./json-syntax.ts";
import type { Line } from "./split-lines.ts";

/** Reads JSON Lines; throws at the end where not one line was an object, for then it is another kind of file. */
export async function* readRows(file: string, lines: AsyncIterable<Line>): AsyncGenerator<FileItem> {
  let objects = 0;
  let firstFault: string | undefined;
  for await (const line of lines) {
    const parsed = "text" in line ? parseJson(line.text) : undefined;
    if (isRecord(parsed?.value)) objects += 1;
    const item: FileItem =
      parsed === undefined
        ? { type: "bad-row", line: line.number, reason: whyNoJson(line) }
        : toFileItem(parsed.value, "manifest", () => line.number);
    if (item.type === "bad-row") firstFault ??= `of line ${item.line}, ${item.reason}`;
    yield item;
  }
  if (objects === 0) {
    throw catalogFileError(file, 1, `None of its lines is a JSON object: ${firstFault}.`, FORMS);
  }
}

function whyNoJson(line: Line): string {
  return "reason" in line ? line.reason : "it is not JSON";
}
