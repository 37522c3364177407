import type { AuthProvider } from "@modelcontextprotocol/client";
import type { RemoteServer } from "../config/config.ts";
import { UpstreamCredentials } from "../oauth/upstream-credentials.ts";
import { createOutgoing, type Outgoing } from "../outgoing/outgoing.ts";
import { processRedactor } from "../secrets/redactor.ts";
import type { Vault } from "../secrets/vault.ts";

/** How a server that runs elsewhere is reached: the way out to it, and its tokens. */
export interface RemoteAccess {
  readonly fetch: Outgoing["fetch"];
  /** Absent where the operator has written the credential down. */
  readonly credentials?: Required<AuthProvider>;
  close(): Promise<void>;
}

/** Makes the access of one owner to a server; nothing is asked or read by that. */
export function createRemoteAccess(server: RemoteServer, owner: string, vault: Vault): RemoteAccess {
  const outgoing = outgoingOf(server);
  const close = (): Promise<void> => outgoing.close();
  if (hasCredential(server)) return { fetch: outgoing.fetch, close };
  const credentials = new UpstreamCredentials({ server, owner, vault, outgoing, redactor: processRedactor });
  return { fetch: credentials.fetch, credentials, close };
}

/** The way out to a server, and to the authorization server that the operator wrote down for it. */
export function outgoingOf({ url, oauth }: RemoteServer): Outgoing {
  return createOutgoing({ own: oauth?.issuer === undefined ? [url] : [url, oauth.issuer] });
}

/** Whether the operator has written a credential into the headers of a server. */
export function hasCredential({ headers, oauth }: RemoteServer): boolean {
  if (oauth !== undefined) return false;
  return Object.keys(headers).some((header) => header.toLowerCase() === "authorization");
}
