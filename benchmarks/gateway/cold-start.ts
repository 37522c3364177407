import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median } from "../median.ts";
import { writeResults } from "../write-results.ts";
import { builtGateway, NOT_BUILT } from "./built-gateway.ts";
import { initialize, type StdioCommand, startExchange } from "./stdio-exchange.ts";
import { type SyntheticServers, writeSyntheticServers } from "./synthetic-servers.ts";

const SERVERS = 30;
const ROUNDS = 15;
const MAX_RATIO = 1.5;
const ONE_TOOL_SERVER = fileURLToPath(new URL("./one-tool-server.mjs", import.meta.url));

/** How long a start took, in milliseconds from the start of the process. */
interface ColdStart {
  readonly listed: number;
  /** Until a call, too, was answered. */
  readonly called: number;
}

/** A server that is started afresh in each round, and what is asked of it. */
interface Contender {
  readonly name: string;
  readonly command: StdioCommand;
  readonly call: { readonly name: string; readonly arguments: object };
}

/** The gateway's cold start with a stored catalog of thirty servers, beside that of an SDK server of one tool. */
export async function measureColdStart(): Promise<string[]> {
  if (NOT_BUILT !== undefined) return [NOT_BUILT];
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-cold-start-"));
  try {
    const servers = writeSyntheticServers(join(folder, "servers"), SERVERS);
    const contenders = [toGateway(servers.config, join(folder, "home")), oneToolServer()] as const;
    await fillStore(contenders[0].command, servers);
    const before = servers.starts();
    const rounds = await startInTurn(contenders);
    return report(rounds, servers.starts() - before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toGateway(config: string, home: string): Contender {
  return {
    name: "gateway",
    command: builtGateway(["--stdio", "--config", config], home),
    call: { name: "tool_find", arguments: { query: "merge a branch of the repository" } },
  };
}

function oneToolServer(): Contender {
  return {
    name: "SDK server",
    command: { command: process.execPath, args: [ONE_TOOL_SERVER] },
    call: { name: "echo", arguments: { text: "ahoy" } },
  };
}

/** Serves once until every server has been listed, so that what follows finds the catalog on disk. */
async function fillStore(command: StdioCommand, servers: SyntheticServers): Promise<void> {
  const exchange = startExchange(command);
  await initialize(exchange);
  const query = { name: "tool_find", arguments: { query: "merge a branch", limit: 25 } };
  for (let tries = 0; tries < 60 && servers.starts() < SERVERS; tries++) {
    await exchange.request("tools/call", query);
    await delay(500);
  }
  await delay(2_000);
  await exchange.close();
}

async function startInTurn(
  contenders: readonly Contender[],
): Promise<Map<string, { readonly starts: readonly ColdStart[] }>> {
  const starts = new Map<string, { readonly starts: ColdStart[] }>(
    contenders.map(({ name }) => [name, { starts: [] }]),
  );
  // The first round fills the file cache and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of round % 2 === 0 ? contenders : [...contenders].reverse()) {
      const start = await startOnce(contender);
      if (round > 0) starts.get(contender.name)?.starts.push(start);
    }
  }
  return starts;
}

async function startOnce({ command, call }: Contender): Promise<ColdStart> {
  const startedAt = performance.now();
  const exchange = startExchange(command);
  await initialize(exchange);
  await exchange.request("tools/list");
  const listed = performance.now() - startedAt;
  await exchange.request("tools/call", call);
  const called = performance.now() - startedAt;
  await exchange.close();
  return { listed, called };
}

function report(
  rounds: ReadonlyMap<string, { readonly starts: readonly ColdStart[] }>,
  upstreamsStarted: number,
): string[] {
  const of = (name: string, what: keyof ColdStart): number =>
    median((rounds.get(name)?.starts ?? []).map((start) => start[what]));
  const ratios = {
    listed: of("gateway", "listed") / of("SDK server", "listed"),
    called: of("gateway", "called") / of("SDK server", "called"),
  };
  const file = writeResults("gateway-cold-start", {
    servers: SERVERS,
    rounds: ROUNDS,
    ratios,
    upstreamsStarted,
  });
  const toLine = (what: keyof ColdStart, said: string): string =>
    `${said}: gateway ${of("gateway", what).toFixed(0)} ms, SDK server of one tool ${of("SDK server", what).toFixed(0)} ms, ratio ${ratios[what].toFixed(2)} (at most ${MAX_RATIO})`;
  return [
    toLine("listed", "until tools/list is answered"),
    toLine("called", "until a call is answered, too (tool_find; the server's one tool)"),
    `upstream processes started in ${ROUNDS + 1} starts: ${upstreamsStarted} (must be 0)`,
    `written to ${file}`,
  ];
}
