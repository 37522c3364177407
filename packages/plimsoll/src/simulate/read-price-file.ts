import { readFile } from "node:fs/promises";
import { PlimsollError } from "@plimsoll/core";
import { parseConfigTree } from "../config/config-text.ts";
import { nodeValue } from "../config/node-value.ts";
import type {} from "../errors.ts";
import { isRecord } from "../internal/is-record.ts";
import type { PriceRow, Prices } from "./price-table.ts";

const FORM =
  'Write a list of rows: [{ "pattern": "my-model*", "input": 1, "cachedInput": 0.1, "cacheWrite": 1.25, "output": 5, "date": "2026-11-16", "source": "where from" }].';

/** Reads a table of prices: JSON, comments and trailing commas allowed. */
export async function readPriceFile(file: string): Promise<readonly PriceRow[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const reason = code === "ENOENT" ? "There is no such file." : `It cannot be read (${code}).`;
    throw unreadable(file, `${reason} Name an existing one with --prices.`, cause);
  }
  const value = parse(file, text.replace(/^\uFEFF/, ""));
  if (!Array.isArray(value)) throw unreadable(file, `It is no list. ${FORM}`);
  return value.map((row: unknown, at) =>
    toRow(row, (reason) => unreadable(file, `Row ${at} ${reason} ${FORM}`)),
  );
}

function parse(file: string, text: string): unknown {
  try {
    return nodeValue(parseConfigTree({ file, text }));
  } catch (cause) {
    if (!PlimsollError.is(cause, "CONFIG_INVALID")) throw cause;
    const reason = cause.data.reason.replace(/^The file/, "It");
    throw unreadable(`${file}:${cause.data.line}`, `${reason} ${FORM}`, cause);
  }
}

function toRow(value: unknown, fail: (reason: string) => Error): PriceRow {
  if (!isRecord(value)) throw fail("is not an object.");
  const { pattern, over, date, source } = value;
  if (typeof pattern !== "string" || pattern === "") throw fail("has no pattern of models.");
  if (typeof date !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw fail("has no date such as 2026-11-16.");
  if (typeof source !== "string" || source === "") throw fail("does not say its source.");
  const row = { pattern, ...toPrices(value, "", fail), date, source };
  if (over === undefined) return row;
  if (!isRecord(over)) throw fail("has an over that is not an object.");
  const tokens = toPrice(over, "tokens", "over/", fail);
  if (tokens === undefined) throw fail("has no over/tokens.");
  return { ...row, over: { tokens, ...toPrices(over, "over/", fail) } };
}

type Fields = Readonly<Record<string, unknown>>;

function toPrices(fields: Fields, place: string, fail: (reason: string) => Error): Prices {
  const [input, cachedInput, cacheWrite, output] = ["input", "cachedInput", "cacheWrite", "output"].map(
    (key) => toPrice(fields, key, place, fail),
  );
  if (input === undefined || output === undefined) throw fail(`needs ${place}input and ${place}output.`);
  return {
    input,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    output,
  };
}

function toPrice(
  fields: Fields,
  key: string,
  place: string,
  fail: (reason: string) => Error,
): number | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw fail(`has ${place}${key}: ${JSON.stringify(value)}, which is no price.`);
}

function unreadable(place: string, reason: string, cause?: unknown): PlimsollError<"PRICES_UNREADABLE"> {
  const file = place.replace(/:\d+$/, "");
  return new PlimsollError("PRICES_UNREADABLE", `${place}: ${reason}`, { file, reason }, { cause });
}
