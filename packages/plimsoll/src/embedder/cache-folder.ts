import { homedir } from "node:os";
import { join } from "node:path";

/** Where what can be worked out again is kept: `PLIMSOLL_CACHE`, or where the system's user keeps such things. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { PLIMSOLL_CACHE: own = "", XDG_CACHE_HOME: shared = "" } = env;
  if (own !== "") return own;
  return join(shared === "" ? join(homedir(), ".cache") : shared, "plimsoll");
}
