import { PlimsollError } from "@plimsoll/core";
import type { GatewayConfig, LogLevel } from "../config/config.ts";
import { portOf, setAsideSelf } from "../config/self-entry.ts";
import type {} from "../errors.ts";
import type { Gateway } from "../gateway.ts";
import { holderOf } from "../local/claim-holder.ts";
import { newestClaim } from "../local/claims.ts";
import type { LocalGateway } from "../local/local-gateway.ts";
import { localPlaceOf } from "../local/local-place.ts";
import { hasCredentials } from "../server/auth/create-authenticator.ts";
import { createHttpFront } from "../server/http-front.ts";
import { type BoundPort, bindPort } from "../server/http-server.ts";
import { announce } from "./announce.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { followConfig } from "./follow-config.ts";
import { type OpenedGateway, openGateway } from "./open-gateway.ts";
import { openLocally } from "./open-locally.ts";
import { errorOutput, standardOutput } from "./output.ts";
import { serveOperators } from "./serve-operators.ts";
import { untilSignal } from "./signals.ts";

const IN_THE_CLEAR =
  "Others than this machine's programs reach the gateway, and what they send is not encrypted: put a proxy with TLS before it.";

const NEEDS_TOKEN =
  "Clients over HTTP need a token, in the header Authorization: Bearer …; plimsoll token create NAME makes one.";

/** How HTTP is served. */
export interface ServeHttpOptions {
  /** The config's own if absent. */
  readonly port?: number;
  /** The config's own if absent. */
  readonly host?: string;
  readonly json?: boolean;
  readonly logLevel?: LogLevel;
}

/** Serves a config over HTTP, and clients of this machine over stdio beside it. */
export async function serveHttp(read: GatewayConfig, options: ServeHttpOptions): Promise<ExitCode> {
  const { port = read.settings.port, host = read.settings.host, json = false, logLevel } = options;
  const { auth, limits } = read;
  const bound = await bindPort(port, { host, limits, hasAuth: hasCredentials(auth) }).catch(
    async (error: unknown) => {
      const isTaken = PlimsollError.is(error, "PORT_TAKEN");
      throw (isTaken ? await toTwiceError(read, port) : undefined) ?? error;
    },
  );
  const config = setAsideSelf(read, portOf(bound.url));
  const { gateway, observation } = await openOrRelease(config, bound, logLevel);
  const signal = untilSignal();
  const operators = await serveOperators(gateway, observation).catch(async (error: unknown) => {
    await Promise.all([bound.release(), gateway.close()]);
    throw error;
  });
  const front = createHttpFront(gateway, { host: bound.host, isExposed: bound.isExposed });
  const stop = bound.serve(front, { operators: operators.routes, meter: gateway.meter });
  if (bound.isExposed) errorOutput.note(IN_THE_CLEAR);
  if (auth?.tokens === true) errorOutput.note(NEEDS_TOKEN);
  const unfollow = followConfig(gateway, { output: errorOutput, port: portOf(bound.url) });
  let local: LocalGateway | undefined;
  try {
    local = await openBeside(gateway, bound.url);
    const ended = local === undefined ? signal : Promise.race([signal, local.ended()]);
    const announced = announce(gateway, { url: bound.url, output: standardOutput, json });
    await Promise.race([announced, ended]);
    await ended;
  } finally {
    unfollow();
    await local?.close();
    await stop();
    await operators.close();
    await gateway.close();
  }
  return EXIT.fine;
}

/** The error of a port that is taken by a gateway of the very same config: people start it twice. */
async function toTwiceError({ file }: GatewayConfig, port: number): Promise<PlimsollError | undefined> {
  const newest = await localPlaceOf(file).then(newestClaim, () => undefined);
  if (newest?.claim.state !== "serving" || !newest.claim.url?.includes(`:${port}/`)) return undefined;
  const holder = await holderOf(newest);
  if (holder === undefined) return undefined;
  const message = `Port ${port} is taken: a gateway serves ${file} there already (process ${holder.pid}). Use that one, end it with plimsoll stop, or choose another port: --port ${port + 1}.`;
  return new PlimsollError("PORT_TAKEN", message, { port });
}

async function openOrRelease(
  config: GatewayConfig,
  bound: BoundPort,
  logLevel: LogLevel | undefined,
): Promise<OpenedGateway> {
  try {
    return await openGateway(config, { logLevel });
  } catch (error) {
    await bound.release();
    throw error;
  }
}

/** Without it HTTP is served all the same. */
async function openBeside(gateway: Gateway, url: string): Promise<LocalGateway | undefined> {
  try {
    const opened = await openLocally(gateway, { place: await localPlaceOf(gateway.config.file), url });
    if (opened.type === "open") return opened.gateway;
    errorOutput.note(
      `A gateway serves this config already (process ${opened.by.pid}): clients over stdio go on using that one. plimsoll stop ends it.`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    errorOutput.note(`Clients over stdio cannot attach to this gateway: ${reason}.`);
  }
  return undefined;
}
