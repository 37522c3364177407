import { EXIT } from "./exit-code.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// One Ctrl-C under `npm start` arrives twice: from the terminal, and handed on by npm.
const SAME_REQUEST_MS = 500;

/** Settles when the process is asked to end; asked a second time, it ends at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const onSignal = (): void => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_REQUEST_MS) {
        process.exit(EXIT.interrupted);
      }
      askedAt ??= performance.now();
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
}
