import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../median.ts";
import { writeResults } from "../write-results.ts";
import { NOT_BUILT } from "./built-gateway.ts";
import { type Path, type RunningRelay, startRelays } from "./relay-contenders.ts";

const PATHS: readonly Path[] = ["stdio, older", "stdio, newer", "HTTP, older", "HTTP, newer"];
const ROUNDS = 15;
const CALLS = 300;
const WARM_UP_CALLS = 1_000;
// One that starts a process for each call would take half an hour.
const MOST_MS = 2_000;
const REFERENCE = "bare relay";
const MAX_RATIO = 1.3;

/** What one relay took of the processor for a call, and how much of that of the bare relay's. */
interface RelayFigure {
  readonly name: string;
  readonly microseconds: number;
  readonly ratio: number;
}

/** What a call through the gateway costs its process, beside the least that the SDK needs, and beside others. */
export async function measureRelay(): Promise<string[]> {
  if (NOT_BUILT !== undefined) return [NOT_BUILT];
  const lines: string[] = [];
  const figures: Record<string, readonly RelayFigure[]> = {};
  for (const path of PATHS) {
    const folder = mkdtempSync(join(tmpdir(), "plimsoll-relay-"));
    try {
      const { relays, absent } = await startRelays(path, folder);
      const measured = await measureInTurn(relays);
      figures[path] = measured;
      lines.push(...measured.map((figure) => toLine(path, figure)));
      lines.push(...absent.map((reason) => `${path}: left out: ${reason}`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return [...lines, `written to ${writeResults("gateway-relay", { rounds: ROUNDS, calls: CALLS, figures })}`];
}

async function measureInTurn(relays: readonly RunningRelay[]): Promise<RelayFigure[]> {
  const costs = new Map<string, number[]>(relays.map(({ name }) => [name, []]));
  try {
    for (const relay of relays) await callOften(relay, WARM_UP_CALLS);
    for (let round = 0; round < ROUNDS; round++) {
      for (const relay of round % 2 === 0 ? relays : [...relays].reverse()) {
        costs.get(relay.name)?.push(await callOften(relay, CALLS));
      }
    }
  } finally {
    // Two relays may share a process: ending it twice waits for the same end.
    await Promise.all(relays.map((relay) => relay.close()));
  }
  const costOf = (name: string): number => median(costs.get(name) ?? []);
  return relays.map(({ name }) => ({
    name,
    microseconds: costOf(name),
    ratio: costOf(name) / costOf(REFERENCE),
  }));
}

/** Calls one after the other, as an agent does, and answers what a call took of the relay's processor time. */
async function callOften({ call, process }: RunningRelay, calls: number): Promise<number> {
  const before = await process.cpu();
  const end = performance.now() + MOST_MS;
  let made = 0;
  do {
    await call();
    made++;
  } while (made < calls && performance.now() < end);
  return ((await process.cpu()) - before) / made;
}

function toLine(path: Path, { name, microseconds, ratio }: RelayFigure): string {
  const limit = name.startsWith("gateway") ? ` (at most ${MAX_RATIO})` : "";
  return `${path}: ${name} ${microseconds.toFixed(0)} µs a call, ratio ${ratio.toFixed(2)}${limit}`;
}
