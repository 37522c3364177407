import { randomUUID } from "node:crypto";

/** The key of `_meta` that carries which gateways a request has passed. */
export const HOPS_KEY = "dev.plimsoll/hops";

/** The header that carries the same, where there is HTTP. */
export const HOPS_HEADER = "plimsoll-hops";

const MAX_HOPS = 5;
const MAX_HEADER = 1_000;

/** What a request says of the gateways it has passed. */
export interface HopMarks {
  readonly headers?: Headers | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** An id that no other gateway has. It says nothing of the machine or the config. */
export function createGatewayId(): string {
  return randomUUID();
}

/** Why a request must not go on: it has been here, or it has passed too many gateways; nothing if it may. */
export function checkHops(marks: HopMarks, ownId: string): string | undefined {
  const hops = hopsOf(marks);
  if (hops.includes(ownId)) {
    return "This request has come back to a gateway that it has passed: two gateways list each other. Remove one of the entries.";
  }
  if (hops.length < MAX_HOPS) return undefined;
  return `This request has passed ${MAX_HOPS} gateways, and may not pass another one. Remove a gateway from the chain.`;
}

/** The gateways that a request has passed once it leaves this one. */
export function addHop(marks: HopMarks, ownId: string): readonly string[] {
  return [...hopsOf(marks), ownId];
}

/** The header that says so. */
export function toHopsHeader(hops: readonly string[]): Record<string, string> {
  return { [HOPS_HEADER]: hops.join(",") };
}

/** The ids of the gateways, the first one first. Whatever else a client may have put there is not read. */
function hopsOf({ headers, meta }: HopMarks): readonly string[] {
  const written: unknown = meta?.[HOPS_KEY];
  if (written === undefined && headers === undefined) return [];
  const inMeta = Array.isArray(written) ? written.filter((id) => typeof id === "string") : [];
  const inHeader = (headers?.get(HOPS_HEADER) ?? "").slice(0, MAX_HEADER).split(",");
  const ids = [...inHeader, ...inMeta].map((id) => id.trim()).filter((id) => /^[\w-]{1,64}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_HOPS + 1);
}
