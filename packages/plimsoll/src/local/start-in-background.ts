import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** What a gateway in the background is started with. */
export interface BackgroundOptions {
  /** The config file, whose folder it runs in. */
  readonly config: string;
  readonly logFile: string;
  readonly command: string;
  readonly args: readonly string[];
  /** It ended, for whatever reason. */
  readonly onEnd: () => void;
}

/** Starts a gateway as a process that outlives this one, and whoever started this one. */
export function startInBackground({ config, logFile, command, args, onEnd }: BackgroundOptions): void {
  const log = openSync(logFile, "w", 0o600);
  const child = spawn(command, [...args], {
    cwd: dirname(config),
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.once("error", onEnd);
  child.once("exit", onEnd);
  child.unref();
}
