import type { ServerScope } from "../config/config.ts";
import type { RequestScope } from "../server/request-scope.ts";

/** Of the upstream that everybody shares, and of the gateway's own requests. */
export const SHARED = "shared";

/** Names whose tokens an upstream is reached with. */
export function toTokenOwner(kind: ServerScope, scope: RequestScope | undefined): string {
  const id = kind === "shared" ? undefined : scope?.principal?.id;
  return id === undefined ? SHARED : ownerOfPrincipal(id);
}

/** The same for a principal that is known by name. */
export function ownerOfPrincipal(id: string): string {
  return `principal:${id}`;
}

/** Names who an upstream is for. Two who must not share one never have the same name, whatever they are called. */
export function toScopeKey(kind: ServerScope, scope: RequestScope | undefined): string {
  if (kind === "shared" || scope === undefined) return SHARED;
  const { principal, workspace } = scope;
  // A workspace of one principal is not that of another who calls his the same.
  const parts = kind === "principal" ? [principal?.id ?? null] : [principal?.id ?? null, workspace ?? null];
  return parts.every((part) => part === null) ? SHARED : JSON.stringify([kind, ...parts]);
}
