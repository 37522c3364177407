import { sha256Base32 } from "../internal/hash.ts";

const VALID = /^[A-Za-z0-9-]{1,24}$/;

/** `code` is the source of tools from code; `plimsoll/…` are names of Plimsoll's own. */
const RESERVED = new Set(["code", "plimsoll"]);

/**
 * The id of a source from the name its operator gave it. A name that is an id already stands, unless it
 * is reserved; any other becomes a slug and a hash, so that two names never share an id by accident.
 *
 *     github            -> github
 *     My Server (prod)  -> My-Server-prod-lkxt5l
 */
export function toSourceId(name: string): string {
  if (VALID.test(name) && !RESERVED.has(name)) return name;
  const slug = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 17)
    .replace(/^-+|-+$/g, "");
  return `${slug === "" ? "source" : slug}-${sha256Base32(name, 6)}`;
}
