import { join } from "node:path";
import type { RemoteServer } from "plimsoll";
import { type LogInOptions, logIn } from "../../src/oauth/log-in.ts";
import { UpstreamCredentials } from "../../src/oauth/upstream-credentials.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { openVault, type Vault } from "../../src/secrets/vault.ts";
import { outgoingOf } from "../../src/upstream/remote-access.ts";
import { browse } from "../support/oauth-servers.ts";
import { temporaryFolder } from "../support/servers.ts";

/** A vault of this test's own. */
export function newVault(): { readonly folder: string; readonly vault: Vault } {
  const folder = join(temporaryFolder(), "secrets");
  return { folder, vault: openVault(folder) };
}

/** Logs in to a server as a user with a browser would. */
export async function logInTo(
  server: RemoteServer,
  vault: Vault,
  options: Partial<LogInOptions> = {},
): Promise<void> {
  const outgoing = outgoingOf(server);
  try {
    await logIn({
      server,
      owner: "shared",
      vault,
      outgoing,
      redactor: createRedactor(),
      show: (url) => void browse(url),
      signal: AbortSignal.timeout(30_000),
      ...options,
    });
  } finally {
    await outgoing.close();
  }
}

/** The credentials of a server, as an upstream has them. */
export function credentialsOf(server: RemoteServer, vault: Vault, owner = "shared"): UpstreamCredentials {
  const outgoing = outgoingOf(server);
  return new UpstreamCredentials({ server, owner, vault, outgoing, redactor: createRedactor() });
}
