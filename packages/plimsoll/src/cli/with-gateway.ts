import type { SearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig } from "../config/config.ts";
import { createGateway, type Gateway } from "../gateway.ts";
import { openStore } from "../store/open-store.ts";
import { EXIT } from "./exit-code.ts";
import type { Output } from "./output.ts";
import { untilSignal } from "./signals.ts";

/**
 * Stands in front of the servers for one command, says which of them failed, and ends them whatever happens. Those
 * whose tools are known are not started.
 */
export async function withGateway<T>(
  config: GatewayConfig,
  output: Output,
  use: (gateway: Gateway) => Promise<T>,
  index?: SearchIndex,
): Promise<T> {
  const store = await openStore((sentence) => output.note(sentence));
  const gateway = createGateway({ config, index, store });
  void untilSignal().then(async () => {
    await gateway.close();
    process.exit(EXIT.interrupted);
  });
  try {
    for (const { name, reason } of config.setAside) output.note(`${name} was set aside: ${reason}`);
    for (const { error } of await gateway.ready()) {
      output.note(error instanceof Error ? error.message : String(error));
    }
    return await use(gateway);
  } finally {
    await gateway.close();
  }
}
