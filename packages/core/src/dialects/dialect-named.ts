import { PlimsollError } from "../errors.ts";
import type { Dialect } from "./dialect.ts";
import { info } from "./info/info.ts";
import { plimsoll } from "./plimsoll/plimsoll.ts";
import { quartet } from "./quartet/quartet.ts";
import { search } from "./search/search.ts";
import { sf } from "./sf/sf.ts";

/** Every dialect that comes with Plimsoll. */
export const DIALECTS: readonly Dialect[] = [
  plimsoll,
  sf,
  quartet,
  info(),
  info({ liveCards: true }),
  search(),
];

/** The dialects that come with Plimsoll, by name. */
export const DIALECT_NAMES = ["plimsoll", "sf", "quartet", "info", "info-live", "search"] as const;

/** The name of one. */
export type DialectName = (typeof DIALECT_NAMES)[number];

/** The dialect of a name: from the options of a runtime, or from a conversation's opening record. */
export function dialectNamed(name: string): Dialect {
  const dialect = DIALECTS.find((candidate) => candidate.name === name);
  if (dialect !== undefined) return dialect;
  const available = DIALECTS.map((candidate) => candidate.name);
  throw new PlimsollError(
    "DIALECT_UNKNOWN",
    `There is no dialect ${JSON.stringify(name)}. Use ${available.map((known) => `"${known}"`).join(" or ")}.`,
    { dialect: name, available },
  );
}

/** The meta-tools whose results a host must not drop from its history: their metadata is what activation is derived from. */
export function protectedToolNames(dialect = "plimsoll"): readonly string[] {
  return dialectNamed(dialect).protectedTools;
}
