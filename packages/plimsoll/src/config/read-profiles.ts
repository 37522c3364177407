import { type Risk, type Trust, toSourceId } from "@plimsoll/core";
import type { Node } from "jsonc-parser";
import type { ProfileConfig } from "./config.ts";
import { configError, type Property } from "./config-text.ts";
import { nearestKey } from "./nearest-key.ts";
import { itemsOf, membersOf, type Reader, readChoice, readWord, unknownKey } from "./read-value.ts";

/** The keys of a profile. */
export const PROFILE_KEYS: readonly (keyof ProfileConfig)[] = [
  "allow",
  "deny",
  "allowDomains",
  "denyDomains",
  "denyRisk",
  "approve",
  "approveRisk",
  "pins",
  "trust",
  "transparent",
];

/** What can be denied as a class. */
export const RISKS: readonly (Risk | "external")[] = ["read", "write", "destructive", "external"];

/** What can become of a changed definition. */
export const TRUSTS: readonly Trust[] = ["first-use", "pinned"];

/** What a profile may be called: it is part of an address. */
export const PROFILE_NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** What profiles may name. */
export interface KnownServers {
  /** Of all entries, also of those that are set aside. */
  readonly names: readonly string[];
  readonly domains: readonly string[];
}

/** Reads the section `profiles`. */
export function readProfiles(
  reader: Reader,
  node: Node | undefined,
  known: KnownServers,
): Record<string, ProfileConfig> {
  const example = '{ "support": { "allow": ["server/*"] } }';
  return Object.fromEntries(
    membersOf(reader, node, '"profiles"', example).map((property) => [
      property.key,
      readProfile(reader, property, known),
    ]),
  );
}

function readProfile(
  reader: Reader,
  { key: name, keyNode, value }: Property,
  known: KnownServers,
): ProfileConfig {
  const { source } = reader;
  if (!PROFILE_NAME.test(name)) {
    const reason = `"${name}" cannot be the name of a profile.`;
    throw configError(source, keyNode.offset, reason, "Use letters, digits, - and _.");
  }
  const where = `The profile "${name}"`;
  const properties = membersOf(reader, value, where, '{ "allow": ["server/*"] }');
  const unknown = properties.find(({ key }) => !PROFILE_KEYS.some((own) => own === key));
  if (unknown !== undefined) throw unknownKey(reader, unknown, where, PROFILE_KEYS);
  const fields = new Map(properties.map((property) => [property.key, property.value]));
  const patterns = (
    key: "allow" | "deny" | "approve" | "pins",
  ): { [K in typeof key]?: readonly string[] } => {
    const list = fields.get(key);
    if (list === undefined) return {};
    const items = itemsOf(reader, list, `"${key}" of the profile "${name}"`);
    return { [key]: items.map((item) => readPattern(reader, item, known.names)) };
  };
  const domains = (key: "allowDomains" | "denyDomains"): { [K in typeof key]?: readonly string[] } => {
    const list = fields.get(key);
    if (list === undefined) return {};
    const items = itemsOf(reader, list, `"${key}" of the profile "${name}"`);
    return { [key]: items.map((item) => readDomain(reader, item, known.domains)) };
  };
  const risks = (key: "denyRisk" | "approveRisk"): { [K in typeof key]?: readonly (Risk | "external")[] } => {
    const list = fields.get(key);
    if (list === undefined) return {};
    const items = itemsOf(reader, list, `"${key}" of the profile "${name}"`);
    return { [key]: items.map((item) => readChoice(reader, item, "The risk", RISKS)) };
  };
  const trust = fields.get("trust");
  const transparent = fields.get("transparent");
  return {
    ...patterns("allow"),
    ...patterns("deny"),
    ...domains("allowDomains"),
    ...domains("denyDomains"),
    ...risks("denyRisk"),
    ...patterns("approve"),
    ...risks("approveRisk"),
    ...patterns("pins"),
    ...(trust === undefined ? {} : { trust: readChoice(reader, trust, '"trust"', TRUSTS) }),
    ...(transparent === undefined ? {} : { transparent: readServerName(reader, transparent, known.names) }),
  };
}

/** A slip in `denyDomains` would deny nothing. */
function readDomain(reader: Reader, node: Node, domains: readonly string[]): string {
  const domain = readWord(reader, node, "A domain");
  if (domains.includes(domain)) return domain;
  const remedy = `There are: ${domains.join(", ")}.`;
  throw configError(reader.source, node.offset, `No server is of the domain "${domain}".`, remedy);
}

function readPattern(reader: Reader, node: Node, servers: readonly string[]): string {
  return checkPattern(reader, node, node.value, servers);
}

/** A pattern that names a server must name one that there is: a slip in `deny` would deny nothing. */
export function checkPattern(
  { source }: Reader,
  node: Node,
  pattern: unknown,
  servers: readonly string[],
): string {
  if (typeof pattern !== "string" || pattern === "") {
    throw configError(source, node.offset, "A pattern is not a text.", 'Write "server/tool" or "server/*".');
  }
  const [server = "", tool] = pattern.split("/", 2);
  if (server.includes("*")) return pattern;
  if (tool === undefined) {
    const remedy = `Write the server before it: "server/${pattern}", or "*/${pattern}" for any.`;
    throw configError(source, node.offset, `The pattern "${pattern}" fits no tool.`, remedy);
  }
  const ids = servers.map(toSourceId);
  if (ids.includes(server)) return pattern;
  throw configError(
    source,
    node.offset,
    `The pattern "${pattern}" names no server of this file.`,
    toRemedy(server, ids),
  );
}

function readServerName({ source }: Reader, node: Node, servers: readonly string[]): string {
  const name: unknown = node.value;
  if (typeof name === "string" && servers.includes(name)) return name;
  throw configError(
    source,
    node.offset,
    '"transparent" names no server of this file.',
    toRemedy(String(name), servers),
  );
}

function toRemedy(written: string, known: readonly string[]): string {
  const nearest = nearestKey(written, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return known.length === 0 ? "Add the server first." : `The servers are ${known.join(", ")}.`;
}
