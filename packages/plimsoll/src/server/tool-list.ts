import type { CatalogEntry, Dialect } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import type { Connection } from "./connection.ts";
import { toDialectWords } from "./dialect-words.ts";
import type { FrontParts } from "./front-parts.ts";
import { toListedTools } from "./listed-tools.ts";
import { listServer } from "./listings.ts";
import { toLoadPlace } from "./loads.ts";
import type { Profile } from "./profile.ts";
import type { Item } from "./service.ts";
import { stripHeaderHints } from "./strip-header-hints.ts";

/** The list of a client: the meta-tools, the profile's pins, and in a session of the older era what it has loaded. */
export async function listTools(
  { gateway, loads }: FrontParts,
  profile: Profile,
  connection: Connection,
): Promise<readonly Item[]> {
  const { runtime, config } = gateway;
  const { era } = connection;
  const { pins = [] } = profile.config;
  const place = toLoadPlace(connection);
  const loaded = place === undefined ? [] : await loads.of(place);
  // A list of meta-tools alone waits for nobody.
  const needsCatalog = pins.length + loaded.length > 0 || runtime.dialect.name !== "plimsoll";
  if (needsCatalog) await gateway.listed();
  const { descriptions } = toDialectWords(gateway, profile);
  const meta = toListedTools(runtime.dialect, { gate: config.settings.gate, era, descriptions });
  const snapshot = runtime.catalog.snapshot();
  const pinned = pins.length === 0 ? [] : snapshot.entries().filter((entry) => profile.pins(entry));
  const joined = loaded
    .flatMap(({ name }) => snapshot.get(name) ?? [])
    .filter((entry) => profile.permits(entry) && !pinned.includes(entry));
  return [
    ...meta.map((tool): Item => ({ ...tool })),
    ...(await Promise.all(pinned.map((entry) => toItem(entry, gateway, { "anthropic/alwaysLoad": true })))),
    ...(await Promise.all(joined.map((entry) => toItem(entry, gateway, {})))),
  ];
}

/** The name that a tool is listed under and called by. */
export function wireNameOf(entry: CatalogEntry, dialect: Dialect): string {
  return dialect.wireNameOf?.(entry) ?? entry.wireName;
}

/** A tool as its server lists it, under its name at the gateway, with the schema that a call is checked against. */
async function toItem(entry: CatalogEntry, gateway: FrontParts["gateway"], marks: Item): Promise<Item> {
  const { source, tool, definition } = entry;
  const listing = await listServer(gateway, source.title ?? source.id).catch(() => undefined);
  const own: Item = { ...listing?.tools.find((listed) => listed?.name === tool.name) };
  const meta = { ...(isRecord(own["_meta"]) ? own["_meta"] : {}), ...marks };
  return {
    ...own,
    name: wireNameOf(entry, gateway.runtime.dialect),
    description: definition.description,
    inputSchema: { ...stripHeaderHints(definition.inputSchema), type: "object" },
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}
