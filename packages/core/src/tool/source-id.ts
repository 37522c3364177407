import { sha256Base32 } from "../internal/hash.ts";

const VALID = /^[A-Za-z0-9-]{1,24}$/;

/**
 * The id of a source from the name its operator gave it. A name that is an id already stands; any other
 * becomes a slug and a hash, so that two names never share an id by accident.
 *
 *     github            -> github
 *     My Server (prod)  -> My-Server-prod-lkxt5l
 */
export function toSourceId(name: string): string {
  if (VALID.test(name)) return name;
  const slug = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 17)
    .replace(/^-+|-+$/g, "");
  return `${slug === "" ? "source" : slug}-${sha256Base32(name, 6)}`;
}
