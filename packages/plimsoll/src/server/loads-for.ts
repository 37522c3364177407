import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallOptions, LoadedDefinition, LoadRecord, Offer, UnloadRecord } from "@plimsoll/core";
import type { Connection } from "./connection.ts";
import type { FrontParts } from "./front-parts.ts";
import { isLoadTokened } from "./listed-tools.ts";
import { toLoadPlace } from "./loads.ts";
import { ownerOf } from "./owner.ts";
import type { Profile } from "./profile.ts";
import type { Item } from "./service.ts";

const MOST_NAME = 128;

/** What a caller has loaded, and the arguments of its call without what proves that. */
export type CallerLoads =
  | {
      readonly type: "known";
      readonly loads: Pick<CallOptions, "loaded" | "admitted">;
      readonly arguments: Item | undefined;
    }
  | { readonly type: "refused"; readonly says: string };

/** The circumstances of a call. */
interface LoadCircumstances {
  readonly connection: Connection;
  readonly profile: Profile;
  readonly isMeta: boolean;
  readonly offer: Offer;
}

/**
 * What the caller has loaded. Of a session the store knows it; under the strict gate a client of the newer era brings
 * its proof along, and what is pinned passes like what is loaded.
 */
export async function loadsFor(
  call: { readonly arguments?: Item | undefined },
  circumstances: LoadCircumstances,
  parts: FrontParts,
): Promise<CallerLoads> {
  const { connection, profile, offer } = circumstances;
  const admitted = offer.gate === "strict" ? pinnedOf(profile, parts) : [];
  if (isLoadTokened(offer.gate, connection.era)) return readToken(call, circumstances, admitted, parts);
  const place = toLoadPlace(connection);
  const loaded = place === undefined ? [] : await parts.loads.of(place);
  return { type: "known", loads: { loaded, admitted }, arguments: call.arguments };
}

/** Keeps what a call loaded or gave back; the answer is the load token, where that keeps it. */
export async function keepLoads(
  record: LoadRecord | UnloadRecord,
  connection: Connection,
  { gateway, loads, loadTokens }: FrontParts,
): Promise<string | undefined> {
  const gate = gateway.config.settings.gate ?? gateway.runtime.dialect.gate;
  if (record.type === "load" && isLoadTokened(gate, connection.era)) {
    return loadTokens.seal(record.tools, ownerOf(connection.principal));
  }
  const place = toLoadPlace(connection);
  if (place !== undefined) await loads.apply(place, record);
  return undefined;
}

/** A result with the load token that it is the proof of, for the model to read and for programs. */
export function withLoadToken(result: CallToolResult, token: string | undefined): CallToolResult {
  if (token === undefined) return result;
  const text = `load_token: ${token}\nCall these tools with tool_call or tool_read, and pass this load_token beside the name. It holds for a day.`;
  const { content, structuredContent } = result;
  return {
    ...result,
    content: [...content, { type: "text", text }],
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: { ...structuredContent, load_token: token } }),
  };
}

async function readToken(
  call: { readonly arguments?: Item | undefined },
  { connection, isMeta, offer }: LoadCircumstances,
  admitted: readonly LoadedDefinition[],
  { gateway: { runtime }, loadTokens }: FrontParts,
): Promise<CallerLoads> {
  const { load_token: token, ...input } = call.arguments ?? {};
  // A tool that is called by its own name may have a parameter of that name.
  if (!isMeta || token === undefined) {
    return { type: "known", loads: { admitted }, arguments: call.arguments };
  }
  const owner = ownerOf(connection.principal);
  const opened = await loadTokens.open(String(token), owner, runtime.catalog.snapshot());
  if (opened.type === "opened") {
    return { type: "known", loads: { loaded: opened.loaded, admitted }, arguments: input };
  }
  const wrong =
    opened.type === "expired" ? "The load_token has expired." : "The load_token is not valid here.";
  const name = String(input["name"] ?? "").slice(0, MOST_NAME);
  const load = runtime.dialect.nextCalls(offer, () => false).load?.(name);
  const how = load === undefined ? "Load the tool again" : `Load the tool again with ${load}`;
  return { type: "refused", says: `${wrong} ${how}, and pass the load_token of that answer.` };
}

/** What is in every list of the profile's clients is in front of the model, though nobody has loaded it. */
function pinnedOf(profile: Profile, { gateway }: FrontParts): readonly LoadedDefinition[] {
  if ((profile.config.pins ?? []).length === 0) return [];
  return gateway.runtime.catalog
    .snapshot()
    .entries()
    .filter((entry) => profile.pins(entry))
    .map(({ name, schemaHash }) => ({ name, schemaHash }));
}
