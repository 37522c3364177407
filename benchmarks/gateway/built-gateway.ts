import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StdioCommand } from "./stdio-exchange.ts";

const MAIN = fileURLToPath(new URL("../../packages/plimsoll/bin/plimsoll.js", import.meta.url));

/** Why the gateway cannot be measured; nothing, where it can. What is measured is what is published, not its source. */
export const NOT_BUILT: string | undefined = existsSync(MAIN)
  ? undefined
  : "skipped: the gateway is not built (npm run build)";

/** The built gateway, with all that it keeps in a folder of its own. */
export function builtGateway(args: readonly string[], home: string): StdioCommand {
  const folders = { PLIMSOLL_HOME: home, PLIMSOLL_CACHE: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home };
  return {
    command: process.execPath,
    args: [MAIN, "serve", ...args],
    env: { ...process.env, ...folders },
  };
}
