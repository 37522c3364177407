import { randomUUID } from "node:crypto";
import type { OpenCall } from "./open-call.ts";

const PATIENCE_MS = 600_000;

/** The calls of this replica that wait for a client to come back with answers. */
export class OpenCalls {
  /** Tells this process from others: a call can only go on where it began. */
  readonly replica: string = randomUUID();
  readonly #waiting = new Map<string, { readonly call: OpenCall<unknown>; readonly timer: NodeJS.Timeout }>();

  /** Keeps a call until its client comes back, or has been away for ten minutes. */
  keep(call: OpenCall<unknown>): void {
    const timer = setTimeout(() => this.take(call.id)?.cancel(new Error("Nobody answered.")), PATIENCE_MS);
    timer.unref();
    this.#waiting.set(call.id, { call, timer });
  }

  /** Takes a call up again; nothing, if it is not here. */
  take(id: string): OpenCall<unknown> | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(id);
    return waiting?.call;
  }

  /** Calls off what waits. */
  close(): void {
    for (const id of [...this.#waiting.keys()]) this.take(id)?.cancel(new Error("The gateway is closing."));
  }
}
