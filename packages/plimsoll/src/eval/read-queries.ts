import { createReadStream } from "node:fs";
import { BadRowList, type BadRows } from "../catalog-file/bad-rows.ts";
import { toCatalogFileError } from "../catalog-file/catalog-file-error.ts";
import { parseJson } from "../catalog-file/json-syntax.ts";
import { type Line, splitLines } from "../catalog-file/split-lines.ts";
import { unpack } from "../catalog-file/unpack.ts";
import { type EvalQuery, readEvalQuery } from "./eval-query.ts";

/** What a file of queries holds. */
export interface QueryFile {
  readonly queries: readonly EvalQuery[];
  readonly badRows: BadRows;
}

const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Reads the first queries of a file of JSON Lines, packed or not; a bad row costs only itself. */
export async function readQueries(file: string, most: number = Number.POSITIVE_INFINITY): Promise<QueryFile> {
  const queries: EvalQuery[] = [];
  const badRows = new BadRowList();
  const stream = createReadStream(file);
  let reached = 0;
  try {
    for await (const line of splitLines(unpack(stream), MAX_LINE_BYTES)) {
      reached = line.number;
      const row = readLine(line);
      if ("reason" in row) badRows.add({ file, line: line.number, reason: row.reason });
      else queries.push(row);
      if (queries.length === most) break;
    }
  } catch (cause) {
    throw toCatalogFileError(file, reached + 1, cause);
  } finally {
    stream.destroy();
  }
  return { queries, badRows };
}

function readLine(line: Line): EvalQuery | { readonly reason: string } {
  if ("reason" in line) return line;
  const parsed = parseJson(line.text);
  return parsed === undefined ? { reason: "it is not JSON" } : readEvalQuery(parsed.value);
}
