import type { NumberedClaim } from "./claim.ts";
import { knock } from "./knock.ts";
import { isRunning, type ProcessIdentity } from "./process-identity.ts";

/** Who stands behind a claim; nobody, where whoever made it has ended or crashed. */
export async function holderOf({ claim }: NumberedClaim): Promise<ProcessIdentity | undefined> {
  if (claim.state !== "starting" && claim.state !== "serving") return undefined;
  if (!(await isRunning(claim.process))) return undefined;
  if (claim.state === "starting") return claim.process;
  const knocked = await knock(claim, { ask: "look", config: "", workspace: "" });
  if (knocked.type === "welcome") knocked.socket.destroy();
  return knocked.type === "gone" ? undefined : claim.process;
}
