import { isDeepStrictEqual } from "node:util";
import type { GatewayConfig } from "./config.ts";
import { watchFile } from "./watch-file.ts";

/** What became of a config file. */
export type ConfigNews =
  | { readonly type: "changed"; readonly config: GatewayConfig }
  | { readonly type: "broken"; readonly error: Error }; // what was read before still holds

/** What a config file is watched with. */
export interface WatchConfigOptions {
  /** Reads the file again. */
  readonly load: () => Promise<GatewayConfig>;
  readonly hear: (news: ConfigNews) => void;
  /** How long a file must be left alone before it is read: editors write in several goes. */
  readonly settleMs?: number;
  /** How often it is looked at where the system tells nothing, as on some network drives and containers. */
  readonly lookMs?: number;
}

/**
 * Reads a config file again whenever it changed, until the answer is called. What changes nothing is no news (a
 * comment, another order of keys); that a broken file is whole again is.
 */
export function watchConfig(config: GatewayConfig, options: WatchConfigOptions): () => void {
  const { load, hear, settleMs = 150, lookMs = 2_000 } = options;
  let good = config;
  let broken: string | undefined;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const news = await read(load);
    if (isClosed) return;
    if (news.type === "broken") {
      const isNew = news.error.message !== broken;
      broken = news.error.message;
      if (isNew) hear(news);
      return;
    }
    const isNew = broken !== undefined || !isDeepStrictEqual(news.config, good);
    broken = undefined;
    good = news.config;
    if (isNew) hear(news);
  };
  const stop = watchFile(config.file, look, { settleMs, lookMs });
  return () => {
    isClosed = true;
    stop();
  };
}

async function read(load: () => Promise<GatewayConfig>): Promise<ConfigNews> {
  try {
    return { type: "changed", config: await load() };
  } catch (error) {
    return { type: "broken", error: error instanceof Error ? error : new Error(String(error)) };
  }
}
