import type { GatewayConfig, LogLevel } from "./config.ts";

/** The sections that say how a gateway is seen from outside. */
export const OBSERVE_KEYS = [
  "log",
  "audit",
  "metrics",
  "telemetry",
] as const satisfies readonly (keyof GatewayConfig)[];

/** The levels of a log, from the least important line on. */
export const LOG_LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
