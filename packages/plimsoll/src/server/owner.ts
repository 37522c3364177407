import type { Principal } from "@plimsoll/core";

/** Whose state it is, as the store's keys say it; no principal can be named so that it owns another's, or what is shared. */
export function ownerOf(principal: Principal | undefined): string {
  return principal === undefined ? "anonymous" : `principal:${principal.id}`;
}
