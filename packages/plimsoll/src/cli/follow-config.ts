import { loadConfig } from "../config/load-config.ts";
import { watchConfig } from "../config/watch-config.ts";
import type { Gateway } from "../gateway.ts";
import { followQuarantine } from "./held-words.ts";
import type { Output } from "./output.ts";
import { reload } from "./reload.ts";

/** How a gateway follows its config file. */
export interface FollowConfigOptions {
  /** Where it is said what changed. */
  readonly output: Output;
  /** Where the gateway serves HTTP, if it does. */
  readonly port?: number | undefined;
}

/** Has a gateway take over every change of its config file, and says what is held meanwhile, until the answer is called. */
export function followConfig(gateway: Gateway, { output, port }: FollowConfigOptions): () => void {
  const { file } = gateway.config;
  const endNews = followQuarantine(gateway.quarantine, output);
  const endWatch = watchConfig(gateway.config, {
    load: () => loadConfig({ file, port }),
    hear: (news) => void reload(gateway, news, output),
  });
  return () => {
    endNews();
    endWatch();
  };
}
