import { loadConfig } from "../../config/load-config.ts";
import { logOut } from "../../oauth/log-out.ts";
import { openVault, vaultFolder } from "../../secrets/vault.ts";
import { outgoingOf } from "../../upstream/remote-access.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { remoteServerNamed, toOwner } from "../login-server.ts";
import { errorOutput, standardOutput } from "../output.ts";

/** The options of `plimsoll logout`. */
export interface LogoutCommandOptions {
  readonly config?: string;
  readonly principal?: string;
}

/** `plimsoll logout`: forgets a login, here and at the authorization server. */
export async function logout(name: string, options: LogoutCommandOptions): Promise<ExitCode> {
  const config = await loadConfig({ file: options.config });
  const server = remoteServerNamed(config, name);
  if (typeof server === "string") {
    errorOutput.note(`plimsoll: ${server}`);
    return EXIT.input;
  }
  const outgoing = outgoingOf(server);
  const vault = openVault(vaultFolder());
  const removed = await logOut({ server, owner: toOwner(options.principal), vault, outgoing }).finally(() =>
    outgoing.close(),
  );
  standardOutput.line(removed ? `Logged out of ${name}.` : `There was no login at ${name}.`);
  return removed ? EXIT.fine : EXIT.findings;
}
