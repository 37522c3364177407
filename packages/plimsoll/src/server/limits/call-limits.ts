import { ProtocolError } from "@modelcontextprotocol/server";
import type { RequestLimits } from "../../config/config.ts";
import type { Meter } from "../meter.ts";
import { ownerOf } from "../owner.ts";
import type { RequestScope } from "../request-scope.ts";
import { countOver, toSeconds } from "./limit-answer.ts";
import { Rates } from "./rates.ts";
import { isLargerThan } from "./result-size.ts";

/**
 * How often each principal may call each tool, and how much a server may answer. Calls are counted where they go on to
 * their server, by the server's own name for the tool: whatever way it was called by, it is the same tool.
 */
export class CallLimits {
  readonly #limits: () => RequestLimits;
  readonly #meter: Meter;
  readonly #rates: Rates;

  constructor(limits: () => RequestLimits, meter: Meter, now?: () => number) {
    this.#limits = limits;
    this.#meter = meter;
    this.#rates = new Rates(() => limits().callsPerMinute, now);
  }

  /** Counts a call of the client that is being served; throws where it is one too many. */
  begin(scope: RequestScope | undefined, server: string, tool: string): void {
    const { callsPerMinute: most } = this.#limits();
    // What the gateway does by itself, and what its own command line asks for, is nobody's.
    if (scope === undefined || most === 0) return;
    const retryAfterMs = this.#rates.take(JSON.stringify([ownerOf(scope.principal), server, tool]));
    if (retryAfterMs === undefined) return;
    countOver("callsPerMinute", this.#meter);
    const retryAfterSeconds = toSeconds(retryAfterMs);
    const message = `This tool was called too often: at most ${most} times a minute. Call it again in ${retryAfterSeconds} seconds.`;
    throw new ProtocolError(-32_000, message, { limit: "callsPerMinute", most, retryAfterSeconds });
  }

  /** Answers a result as it is; throws where it is too large. */
  checked<Result>(result: Result): Result {
    const { resultBytes: most } = this.#limits();
    if (!isLargerThan(result, most)) return result;
    countOver("resultBytes", this.#meter);
    const message = `The result is too large: it has more than ${most} bytes. Ask for less of it.`;
    throw new ProtocolError(-32_000, message, { limit: "resultBytes", most });
  }
}
