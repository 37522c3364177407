import { setTimeout as delay } from "node:timers/promises";
import type { GatewayConfig } from "../config/config.ts";
import { DEFAULT_EMBEDDER } from "../embedder/embedder-name.ts";
import { embedderNamed } from "../embedder/embedder-named.ts";
import { createGateway, type Gateway } from "../gateway.ts";
import { type KeptIndex, openKeptIndex } from "../store/kept-index.ts";
import { openStore } from "../store/open-store.ts";
import { stateFolder } from "../store/state-folder.ts";
import { errorOutput } from "./output.ts";

// Whoever waits for a first answer goes first.
const READ_AFTER_MS = 1_500;

/** Makes the gateway that `plimsoll serve` serves, whatever it serves it on. */
export async function openGateway(config: GatewayConfig): Promise<Gateway> {
  const [kept, store] = await Promise.all([
    openKeptIndex(stateFolder(), config.file, embedderNamed(DEFAULT_EMBEDDER)),
    openStore((sentence) => errorOutput.note(sentence)),
  ]);
  try {
    const gateway = createGateway({ config, index: kept.index, anotherIndex: kept.another, store });
    void readAhead(gateway, kept).catch(() => undefined);
    return gateway;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Has the index read what the servers offer before somebody searches, and keeps it for the next start. */
async function readAhead({ runtime, ready }: Gateway, kept: KeptIndex): Promise<void> {
  await delay(READ_AFTER_MS, undefined, { ref: false });
  await ready();
  await runtime.find("");
  await kept.keep(runtime.catalog.snapshot().size);
}
