import { setTimeout as delay } from "node:timers/promises";
import type { SearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig } from "../config/config.ts";
import { createGateway, type Gateway } from "../gateway.ts";
import { openStore } from "../store/open-store.ts";
import { EXIT } from "./exit-code.ts";
import { renderHeldCount, waitingOf } from "./held-words.ts";
import type { Output } from "./output.ts";
import { untilSignal } from "./signals.ts";

const CANCEL_MS = 3_000;

/** How a command uses a gateway. */
export interface WithGatewayOptions {
  readonly index?: SearchIndex;
  /** Whether it waits itself for the servers it needs, and says which of them failed. */
  readonly waitsItself?: boolean;
  /** Whether it stops by itself when its signal is aborted, and is given a moment for that. */
  readonly cancels?: boolean;
  /** Whether it looks at what is held, too. */
  readonly showsHeld?: boolean;
}

/**
 * Stands in front of the servers for one command, says which of them failed, and ends them whatever happens. Those
 * whose tools are known are not started.
 */
export async function withGateway<T>(
  config: GatewayConfig,
  output: Output,
  use: (gateway: Gateway, signal: AbortSignal) => Promise<T>,
  { index, waitsItself = false, cancels = false, showsHeld }: WithGatewayOptions = {},
): Promise<T> {
  const store = await openStore((sentence) => output.note(sentence));
  const gateway = createGateway({ config, index, store, showsHeld });
  const asked = new AbortController();
  let using: Promise<T> | undefined;
  void untilSignal().then(async () => {
    asked.abort();
    if (cancels) await Promise.race([using?.catch(() => undefined), delay(CANCEL_MS)]);
    await gateway.close();
    process.exit(EXIT.interrupted);
  });
  try {
    for (const { name, reason } of config.setAside) output.note(`${name} was set aside: ${reason}`);
    if (!waitsItself) {
      for (const { error } of await gateway.ready()) {
        output.note(error instanceof Error ? error.message : String(error));
      }
    }
    using = use(gateway, asked.signal);
    const used = await using;
    const held = renderHeldCount((await waitingOf(gateway.quarantine)).length);
    if (held !== undefined) output.note(held);
    return used;
  } finally {
    await gateway.close();
  }
}
