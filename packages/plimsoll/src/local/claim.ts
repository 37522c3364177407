import { isRecord } from "../internal/is-record.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** What is written down about who is, or will be, the local gateway of a config. */
export type Claim =
  | { readonly state: "starting"; readonly process: ProcessIdentity } // whoever starts one, until it serves
  | {
      readonly state: "serving";
      readonly process: ProcessIdentity;
      readonly address: string;
      /** Whoever can read this file may attach, and nobody else. */
      readonly secret: string;
      /** Where it serves HTTP, if it does. */
      readonly url?: string;
    }
  | { readonly state: "failed"; readonly reason: string } // one was started, and could not serve
  | { readonly state: "ended" };

/** A claim with its number: of two, the higher one counts. */
export interface NumberedClaim {
  readonly number: number;
  readonly claim: Claim;
}

/** Reads a claim; what is no claim of this version counts as one that has ended. */
export function parseClaim(text: string): Claim {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { state: "ended" };
  }
  if (!isRecord(value)) return { state: "ended" };
  const { state, process, address, secret, url, reason } = value;
  if (state === "failed" && typeof reason === "string") return { state, reason };
  if (!isIdentity(process)) return { state: "ended" };
  if (state === "starting") return { state, process };
  if (state !== "serving" || typeof address !== "string" || typeof secret !== "string") {
    return { state: "ended" };
  }
  return { state, process, address, secret, ...(typeof url === "string" ? { url } : {}) };
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return isRecord(value) && Number.isInteger(value["pid"]) && typeof value["started"] === "string";
}
