import type { OAuthClientInformationMixed } from "@modelcontextprotocol/client";
import { readTokenRecord, type TokenRecord } from "./token-record.ts";
import { placeOf, type UpstreamCredentialsOptions } from "./upstream-credentials.ts";

/** Forgets a login, and has the authorization server forget it where that is offered (RFC 7009). */
export async function logOut(options: Omit<UpstreamCredentialsOptions, "redactor">): Promise<boolean> {
  const { server, owner, vault } = options;
  const place = placeOf(server, owner);
  const record = readTokenRecord(await vault.read(place));
  const removed = await vault.remove(place);
  if (record !== undefined) await revoke(record, options).catch(() => undefined);
  return removed;
}

async function revoke(
  { authorization: { metadata }, client, tokens }: TokenRecord,
  { outgoing, server }: Omit<UpstreamCredentialsOptions, "redactor">,
): Promise<void> {
  const { revocation_endpoint: endpoint }: { readonly revocation_endpoint?: unknown } = Object(metadata);
  if (typeof endpoint !== "string") return;
  const secret = server.oauth?.clientSecret ?? client.client_secret;
  const answer = await outgoing.ask(endpoint, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: toForm(tokens.refresh ?? tokens.access, client, secret),
  });
  await answer.body?.cancel();
}

function toForm(token: string, client: OAuthClientInformationMixed, secret: string | undefined): string {
  const form = new URLSearchParams({ token, client_id: client.client_id });
  if (secret !== undefined) form.set("client_secret", secret);
  return form.toString();
}
