import type { Duplex } from "node:stream";
import type { GatewayConfig, LogLevel } from "../config/config.ts";
import { portOf, setAsideSelf } from "../config/self-entry.ts";
import { toConfigDigest } from "../local/config-digest.ts";
import { type LocalPlace, localPlaceOf, logFileOf } from "../local/local-place.ts";
import { giveUpClaim, type Reached, reachGateway } from "../local/reach-gateway.ts";
import { relay } from "../local/relay.ts";
import { startInBackground } from "../local/start-in-background.ts";
import { noProfile, profileNamed } from "../server/profile.ts";
import { guardAgainstLoops } from "../upstream/loop-guard.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { errorOutput } from "./output.ts";
import { ownCommand } from "./own-command.ts";
import type { StandIn } from "./serve-alone.ts";
import { untilSignal } from "./signals.ts";

/** How a client over stdio is served. */
export interface ServeStdioOptions {
  readonly profile?: string;
  readonly attach?: boolean;
  readonly start?: boolean;
  readonly idleSeconds: number;
  readonly json?: boolean;
  readonly logLevel?: LogLevel;
}

/** Serves a client over stdio: through the gateway that runs, or is started, for this config; else by itself. */
export async function serveStdio(config: GatewayConfig, options: ServeStdioOptions): Promise<ExitCode> {
  // To attach from below a gateway to that very gateway would be a loop, too.
  guardAgainstLoops(config.file, process.env);
  if (profileNamed(config, options.profile) === undefined) throw noProfile(config, options.profile);
  const reached = options.attach === false ? undefined : await reach(config, options);
  if (reached?.type === "attached") return serveAttached(config, options, reached.socket);
  if (options.attach === true) return EXIT.input;
  return (await import("./serve-alone.ts")).serveAlone(config, options);
}

/** Passes everything on, until the client ends or a signal comes. What serves the client may change meanwhile. */
async function serveAttached(
  config: GatewayConfig,
  options: ServeStdioOptions,
  first: Duplex,
): Promise<ExitCode> {
  let standIn: StandIn | undefined;
  const next = async (): Promise<Duplex> => {
    errorOutput.note("The gateway ended.");
    const reached = await reach(config, options);
    if (reached.type === "attached") return reached.socket;
    if (options.attach === true) throw new Error("there is no other gateway to attach to");
    standIn = await (await import("./serve-alone.ts")).openStandIn(config, options);
    return standIn.stream;
  };
  try {
    const client = { input: process.stdin, output: process.stdout };
    await Promise.race([relay(client, first, next), untilSignal()]);
    return EXIT.fine;
  } catch {
    return EXIT.input;
  } finally {
    await standIn?.close();
  }
}

/** Looks for a gateway to attach to, and says what came of it. */
async function reach(config: GatewayConfig, options: ServeStdioOptions): Promise<Reached> {
  const reached = await look(config, options).catch(
    (error: unknown): Reached => ({
      type: "unusable",
      reason: `${error instanceof Error ? error.message : String(error)}.`,
    }),
  );
  const alone = options.attach === true ? "" : " This client is served alone.";
  if (reached.type === "attached") {
    errorOutput.note(`Attached to the gateway of ${config.file} (process ${reached.pid}).`);
  } else if (reached.type === "unusable") {
    errorOutput.note(`The gateway of ${config.file} cannot be used: ${reached.reason}${alone}`);
  } else if (options.attach === true) {
    errorOutput.note(
      `plimsoll: No gateway serves ${config.file}. Start one with plimsoll serve, or say --start instead of --attach.`,
    );
  }
  return reached;
}

async function look(
  config: GatewayConfig,
  { profile, start, idleSeconds, logLevel }: ServeStdioOptions,
): Promise<Reached> {
  const place = await localPlaceOf(config.file);
  const hello = {
    workspace: process.cwd(),
    ...(profile === undefined ? {} : { profile }),
  };
  const digest = (url: string | undefined): string =>
    toConfigDigest(url === undefined ? config : setAsideSelf(config, portOf(url)));
  const starter = (number: number): void => startFor(config, { place, number, idleSeconds, logLevel });
  return reachGateway({ place, hello, digest, ...(start === true ? { start: starter } : {}) });
}

interface Start {
  readonly place: LocalPlace;
  readonly number: number;
  readonly idleSeconds: number;
  readonly logLevel: LogLevel | undefined;
}

function startFor({ file }: GatewayConfig, { place, number, idleSeconds, logLevel }: Start): void {
  const logFile = logFileOf(place);
  const own = ["--config", file, "--background", String(number), "--idle-seconds", String(idleSeconds)];
  startInBackground({
    ...ownCommand("serve", ...own, ...(logLevel === undefined ? [] : ["--log-level", logLevel])),
    config: file,
    logFile,
    onEnd: () => void giveUpClaim(place, number, `it ended at once; ${logFile} says why.`),
  });
}
