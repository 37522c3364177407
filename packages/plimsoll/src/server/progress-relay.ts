import type { ServerContext } from "@modelcontextprotocol/server";
import type { Progress } from "@plimsoll/core";

/** Hands a call's progress on to the client that asked for it. */
export interface ProgressRelay {
  readonly report: (update: Progress) => void;
  /** What is waited for until everything reported so far is sent: a client drops what comes after the result. */
  settled(): Promise<void> | undefined;
}

/** Makes the relay of one call; without a token of the client's it sends nothing. */
export function createProgressRelay({ mcpReq }: ServerContext): ProgressRelay {
  const progressToken = mcpReq._meta?.progressToken;
  let sending: Promise<void> | undefined;
  return {
    report({ progress, total, message }) {
      if (progressToken === undefined) return;
      const params = {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      // A client that has gone away is told nothing, and that is no error of the call's.
      sending = (sending ?? Promise.resolve())
        .then(() => mcpReq.notify({ method: "notifications/progress", params }))
        .catch(() => undefined);
    },
    settled: () => sending,
  };
}
