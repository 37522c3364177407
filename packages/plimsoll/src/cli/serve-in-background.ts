import type { GatewayConfig, LogLevel } from "../config/config.ts";
import { localPlaceOf } from "../local/local-place.ts";
import { giveUpClaim } from "../local/reach-gateway.ts";
import { announce } from "./announce.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { followConfig } from "./follow-config.ts";
import { openGateway } from "./open-gateway.ts";
import { openLocally } from "./open-locally.ts";
import { standardOutput } from "./output.ts";
import { type Operators, serveOperators } from "./serve-operators.ts";
import { untilSignal } from "./signals.ts";

/** Serves the clients that attach, without a terminal, until it is asked to end or has had no client for so long. */
export async function serveInBackground(
  config: GatewayConfig,
  claimed: number,
  { idleMs, logLevel }: { readonly idleMs: number; readonly logLevel?: LogLevel | undefined },
): Promise<ExitCode> {
  const signal = untilSignal();
  const place = await localPlaceOf(config.file);
  const { gateway, observation } = await openGateway(config, { logLevel }).catch(async (error: unknown) => {
    await giveUpClaim(place, claimed, error instanceof Error ? error.message : String(error));
    throw error;
  });
  const unfollow = followConfig(gateway, { output: standardOutput });
  let operators: Operators | undefined;
  try {
    operators = await serveOperators(gateway, observation);
    const opened = await openLocally(gateway, { place, claimed });
    if (opened.type === "taken") return EXIT.fine;
    const ended = Promise.race([signal, opened.gateway.ended(idleMs)]);
    await Promise.race([announce(gateway, { output: standardOutput, json: false }), ended]);
    await ended;
    await opened.gateway.close();
  } finally {
    unfollow();
    await operators?.close();
    await gateway.close();
  }
  return EXIT.fine;
}
