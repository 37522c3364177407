import type { Policy } from "./policy.ts";

/** A named slice of the catalog, with its pins and permissions: a policy that operators choose by name. */
export interface Profile extends Policy {
  readonly name: string;
  readonly trust?: Trust;
}

/** What becomes of a definition that a source has changed. */
export type Trust =
  | "first-use" // harmless changes are accepted, suspicious ones are held; a source's own hints count
  | "pinned"; // every change is held until approved; only the operator's classes count
