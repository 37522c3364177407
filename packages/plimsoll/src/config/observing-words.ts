import type { LogLevel } from "./config.ts";

/** A section that says how a gateway is seen from outside. */
export type ObserveKey = "log" | "audit" | "metrics" | "telemetry";

/** All of them. */
export const OBSERVE_KEYS: readonly ObserveKey[] = ["log", "audit", "metrics", "telemetry"];

/** The levels of a log, from the least important line on. */
export const LOG_LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
