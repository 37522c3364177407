import type { ServerConfig } from "../config/config.ts";

const DAY_MS = 86_400_000;

/**
 * What was found out about how to speak to a server. Only what saves something is kept: a server of the newer era is
 * asked again each time, which costs one message and can never be out of date.
 */
export interface EraVerdict {
  /** The hash of the server's entry in the config. */
  readonly config: string;
  readonly at: number;
  readonly era: "legacy";
  /** Over which of the two older transports, of a server that runs elsewhere. */
  readonly transport: ServerConfig["type"];
}

/** Reads a verdict that still counts: a day old at most, since a server that was brought up to date does not say so. */
export function readVerdict(value: unknown, config: string, now: number): EraVerdict | undefined {
  const verdict = value as Partial<EraVerdict> | undefined | null;
  if (verdict?.era !== "legacy" || verdict.config !== config) return undefined;
  if (typeof verdict.at !== "number" || verdict.at > now || now - verdict.at > DAY_MS) return undefined;
  return verdict as EraVerdict;
}
