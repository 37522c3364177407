import { createSearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig } from "../config/config.ts";
import { DEFAULT_EMBEDDER } from "../embedder/embedder-name.ts";
import { embedderNamed } from "../embedder/embedder-named.ts";
import { createGateway, type Gateway } from "../gateway.ts";
import { openStore } from "../store/open-store.ts";
import { errorOutput } from "./output.ts";

/** Makes the gateway that `plimsoll serve` serves, whatever it serves it on. */
export async function openGateway(config: GatewayConfig): Promise<Gateway> {
  const index = createSearchIndex({ embedder: await embedderNamed(DEFAULT_EMBEDDER) });
  const store = await openStore((sentence) => errorOutput.note(sentence));
  try {
    return createGateway({ config, index, store });
  } catch (error) {
    await store.close();
    throw error;
  }
}
