import { chmodSync, constants, fstatSync, openSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { PlimsollError } from "@plimsoll/core";
import { destination, pino } from "pino";
import type { LogConfig } from "../config/config.ts";
import type {} from "../errors.ts";
import { escapeUnseen } from "../internal/escape-unseen.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { toLogLine } from "./log-line.ts";
import type { Observer } from "./observer.ts";

const STANDARD_ERROR = 2;
const LAST_LINES_MS = 2_000;
// What a reader that has stopped reading may hold up; what comes after that is not logged.
const MOST_WAITING_BYTES = 8_000_000;

/** What a log is written with. */
export interface LogOptions {
  readonly config: LogConfig;
  readonly redactor: Pick<Redactor, "redactValue">;
  /** The id of the gateway's process, in every line. */
  readonly gateway?: string | undefined;
  /** Hears, once, that lines are lost. */
  readonly lost?: (reason: string) => void;
}

/**
 * Writes a line of JSON for each event that is important enough. It never holds a call up: lines wait in memory, and
 * where nobody takes them, the newest are lost, which is said.
 */
export function createLogObserver({ config, redactor, gateway, lost = () => {} }: LogOptions): Observer {
  const { level, file } = config;
  const stream = destination({
    dest: file === undefined ? STANDARD_ERROR : openLog(file),
    sync: false,
    maxLength: MOST_WAITING_BYTES,
  });
  let isLosing = false;
  const lose = (reason: string): void => {
    if (!isLosing) lost(reason);
    isLosing = true;
  };
  stream.on("error", (error: Error) => lose(error.message));
  stream.on("drop", () => lose("nobody reads it fast enough"));
  stream.on("drain", () => {
    isLosing = false;
  });
  const log = pino(
    {
      level,
      base: { pid: process.pid, ...(gateway === undefined ? {} : { gateway }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => void stream.write(escapeUnseen(line)) },
  );
  return {
    observe(event) {
      const line = toLogLine(event);
      if (line === undefined || !log.isLevelEnabled(line.level)) return undefined;
      log[line.level](redactor.redactValue(line.fields), line.message);
      return undefined;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => stream.once("close", () => resolve()));
      stream.end(); // Standard error itself stays open.
      await Promise.race([closed, delay(LAST_LINES_MS, undefined, { ref: false })]);
    },
  };
}

/** Only this user may read what is logged. */
function openLog(file: string): number {
  try {
    const fd = openSync(file, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
    const { mode } = fstatSync(fd);
    if (process.getuid !== undefined && (mode & 0o077) !== 0) chmodSync(file, 0o600);
    return fd;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The log ${file} cannot be written: ${reason}. Name another file in "log", or leave "file" out.`;
    throw new PlimsollError("LOG_UNUSABLE", message, { file, reason }, { cause });
  }
}
