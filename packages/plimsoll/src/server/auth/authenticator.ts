import type { Principal } from "@plimsoll/core";

/** What became of a request's credential. */
export type Admission = Admitted | Refused;

/** Somebody who may come in. */
export interface Admitted {
  readonly type: "admitted";
  /** Nobody in particular, where anybody may come in. */
  readonly principal: Principal | undefined;
  /** The profiles that the credential is for; all, and the whole catalog, if absent. */
  readonly profiles?: readonly string[];
}

/** Somebody who may not, with what the client is told. */
export interface Refused {
  readonly type: "refused";
  readonly reason: RefusalReason;
  /** One sentence; what the credential says is never in it. */
  readonly says: string;
  /** What the credential would have to be granted. */
  readonly scopes?: readonly string[];
}

/** Why somebody may not come in. */
export type RefusalReason =
  | "missing" // no credential at all
  | "invalid-request" // a credential in a place or a form that is none
  | "invalid-token" // unknown, forged, expired, revoked, or for somebody else
  | "insufficient-scope" // a good one, for something else
  | "unavailable"; // nobody can tell at the moment

/**
 * Finds out who sends a request.
 *
 * Contract:
 * - Looks at the request's headers and address alone: the body is not read before somebody is let in.
 * - Never throws; what cannot be told is refused as `unavailable`.
 * - What it answers holds for this request; a credential that is revoked is refused at the next one.
 */
export interface Authenticator {
  authenticate(request: Request): Promise<Admission>;
}

/** Lets everybody in, as nobody in particular: for programs of this machine alone. */
export const OPEN_DOOR: Authenticator = {
  authenticate: async () => ({ type: "admitted", principal: undefined }),
};

/** Lets nobody in: a gateway that others can reach, and whose config names no way to tell who they are. */
export const CLOSED_DOOR: Authenticator = {
  authenticate: async () => ({
    type: "refused",
    reason: "unavailable",
    says: "The gateway has no way to tell who you are: its config names none.",
  }),
};

/** Whether a credential is for a profile; of no name, for the whole catalog. */
export function isFor({ profiles }: Admitted, profile: string | undefined): boolean {
  return profiles === undefined || (profile !== undefined && profiles.includes(profile));
}
