import { sha256Base32 } from "../internal/hash.ts";

/** The names of Plimsoll's own tools, in its own dialect. */
export const META_TOOL_NAMES = [
  "tool_find",
  "tool_describe",
  "tool_load",
  "tool_unload",
  "tool_active",
  "tool_call",
  "tool_read",
] as const;

/** A name of a tool of Plimsoll's own. */
export type MetaToolName = (typeof META_TOOL_NAMES)[number];

const RESERVED: ReadonlySet<string> = new Set([...META_TOOL_NAMES, "tool_info"]);
const SAFE = /^[A-Za-z0-9_-]{1,64}$/;
const HEAD_LENGTH = 52;
const HASH_LENGTH = 10;

/**
 * The name a provider accepts for a canonical name. It is a function of the name alone, and two names never
 * share one by accident: `/` becomes `__`, and a name for which that could be ambiguous, too long or reserved gets a hash.
 *
 *     create_issue          -> create_issue
 *     github/create_issue   -> github__create_issue
 *     github/create.issue   -> github__create_issue_ngdcoawh6p      52 characters, `_`, 10 of base32
 */
export function toWireName(name: string): string {
  const wire = name.replace("/", "__");
  return SAFE.test(wire) && !RESERVED.has(wire) && isReversible(name) ? wire : toHashedName(wire, name);
}

/** A wire name that begins like `wire` and ends in a hash of the canonical name: always safe, at most 63 characters. */
export function toHashedName(wire: string, name: string): string {
  const head = wire.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, HEAD_LENGTH);
  return `${head}_${sha256Base32(name, HASH_LENGTH)}`;
}

/** Whether every provider takes a name as it is. */
export function isSafeName(wire: string): boolean {
  return SAFE.test(wire);
}

// `a/b` and `a__b` must not meet: only the first keeps its plain form. Source ids have no underscore, so the
// first `__` of a plain wire name is always where the `/` was.
function isReversible(name: string): boolean {
  return name.split("/").length <= 2 && !name.includes("__");
}
