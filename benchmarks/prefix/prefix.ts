import type { Contender } from "./contender.ts";
import { activeTools } from "./contenders/active-tools.ts";
import { mastraToolSearch } from "./contenders/mastra.ts";
import { plimsoll } from "./contenders/plimsoll.ts";
import { sdkToolSearch } from "./contenders/tool-search.ts";
import { countKept, toRequestParts } from "./request-parts.ts";
import { SCRIPT } from "./script.ts";

/** Who leads the conversation. */
export const CONTENDERS: readonly Contender[] = [
  plimsoll("bridge"),
  plimsoll("native"),
  plimsoll("transcript"),
  plimsoll("append"),
  sdkToolSearch,
  mastraToolSearch,
  activeTools({ inOrder: false }),
  activeTools({ inOrder: true }),
];

/** What one contender sent, and how much of it a provider had read before. */
export interface PrefixRow {
  readonly name: string;
  readonly requests: number;
  /** Of tools, system prompt and messages, in the order in which a provider reads them. */
  readonly bytes: number;
  /** Of these, what was sent before in the same place, from the first byte on. */
  readonly kept: number;
  /** The same as a share of what could have been kept: all of the request before. */
  readonly share: number;
  /** How often something changed that had been sent. */
  readonly breaks: number;
}

/** Leads the scripted conversation with every contender, and compares each request with the one before. */
export async function measurePrefix(contenders: readonly Contender[] = CONTENDERS): Promise<PrefixRow[]> {
  const rows: PrefixRow[] = [];
  for (const contender of contenders) rows.push(toRow(contender.name, await contender.run(SCRIPT)));
  return rows;
}

function toRow(name: string, bodies: readonly string[]): PrefixRow {
  const requests = bodies.map(toRequestParts);
  let [bytes, kept, possible, breaks] = [0, 0, 0, 0];
  for (const [at, request] of requests.entries()) {
    bytes += sizeOf(request);
    const before = requests[at - 1];
    if (before === undefined) continue;
    const same = countKept(before, request);
    kept += same;
    possible += sizeOf(before);
    if (same < sizeOf(before)) breaks += 1;
  }
  return { name, requests: requests.length, bytes, kept, share: kept / possible, breaks };
}

function sizeOf(request: ReturnType<typeof toRequestParts>): number {
  return countKept(request, request);
}

/** The table, one line a contender. */
export function renderPrefix(rows: readonly PrefixRow[]): string[] {
  return rows.map(
    ({ name, requests, bytes, share, breaks }) =>
      `${name}: ${requests} requests, ${bytes.toLocaleString("en")} bytes, ${(share * 100).toFixed(1)} % of the prefix kept, ${breaks} breaks`,
  );
}
