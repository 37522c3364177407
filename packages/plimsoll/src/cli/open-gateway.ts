import { setTimeout as delay } from "node:timers/promises";
import type { GatewayConfig, LogLevel } from "../config/config.ts";
import { DEFAULT_EMBEDDER } from "../embedder/embedder-name.ts";
import { embedderNamed } from "../embedder/embedder-named.ts";
import { createGateway, type Gateway, type GatewayOptions } from "../gateway.ts";
import { type Observation, openObservation } from "../observe/open-observation.ts";
import { type KeptIndex, openKeptIndex } from "../store/kept-index.ts";
import { openStore } from "../store/open-store.ts";
import { stateFolder } from "../store/state-folder.ts";
import { errorOutput } from "./output.ts";

// Whoever waits for a first answer goes first.
const READ_AFTER_MS = 1_500;

/** What a gateway is opened with beside its config. */
export interface OpenGatewayOptions {
  /** Of the log, from the command line. */
  readonly logLevel?: LogLevel | undefined;
}

/** A gateway, and who watches it. */
export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly observation: Observation | undefined;
}

/** Makes the gateway that `plimsoll serve` serves, whatever it serves it on, and has it watched as its config asks for. */
export async function openGateway(
  config: GatewayConfig,
  options: OpenGatewayOptions = {},
): Promise<OpenedGateway> {
  const say = (sentence: string): void => errorOutput.note(sentence);
  const observation = await openObservation(config, { ...options, say });
  const { observers, meter } = observation ?? {};
  try {
    const [kept, store] = await Promise.all([
      openKeptIndex(stateFolder(), config.file, embedderNamed(DEFAULT_EMBEDDER)),
      openStore(say),
    ]);
    const watched = {
      ...(observers === undefined ? {} : { observers }),
      ...(meter === undefined ? {} : { meter }),
    };
    const indexes = { index: kept.index, anotherIndex: kept.another };
    const gateway = createOrClose({ config, ...indexes, store, ...watched });
    if (observation !== undefined) observation.index = kept.index;
    void readAhead(gateway, kept).catch(() => undefined);
    return { gateway, observation };
  } catch (error) {
    await observers?.close();
    throw error;
  }
}

function createOrClose(options: GatewayOptions): Gateway {
  try {
    return createGateway(options);
  } catch (error) {
    void options.store?.close();
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
