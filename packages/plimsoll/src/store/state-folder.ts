import { homedir } from "node:os";
import { join } from "node:path";

/** Where a gateway keeps what must outlive it: `PLIMSOLL_HOME`, or where the system's user keeps such things. */
export function stateFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { PLIMSOLL_HOME: own = "", XDG_STATE_HOME: state = "", LOCALAPPDATA: local = "" } = env;
  if (own !== "") return own;
  if (state !== "") return join(state, "plimsoll");
  if (platform === "win32" && local !== "") return join(local, "plimsoll");
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "plimsoll");
  return join(homedir(), ".local", "state", "plimsoll");
}
