import { toSourceId } from "@plimsoll/core";
import { DEFAULT_SETTINGS, type GatewayConfig, type ServerConfig, type SetAsideServer } from "./config.ts";
import { readLayout } from "./config-layout.ts";
import { propertiesOf } from "./config-text.ts";
import { OBSERVE_KEYS } from "./observing-words.ts";
import { readAuth } from "./read-auth.ts";
import { readInputs } from "./read-inputs.ts";
import { readObserving } from "./read-observing.ts";
import { readProfiles } from "./read-profiles.ts";
import { readRequestLimits } from "./read-request-limits.ts";
import { readRisk } from "./read-risk.ts";
import { readServer } from "./read-server.ts";
import { readSettings } from "./read-settings.ts";
import { type Reader, refuseSlips } from "./read-value.ts";

/** The keys at the top that Plimsoll reads. */
export const TOP_KEYS: readonly string[] = [
  "$schema",
  "mcpServers",
  "inputs",
  "profiles",
  "risk",
  "settings",
  "auth",
  "limits",
  ...OBSERVE_KEYS,
];

/**
 * Reads the text of a config file: Plimsoll's own, or one that Claude Code, Claude Desktop, Cursor, VS Code, Codex
 * or Zed wrote. Keys at the top that are not Plimsoll's are left alone, so that a file can be shared with other programs.
 */
export function parseConfig(
  file: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): GatewayConfig {
  const source = { file, text: text.replace(/^\uFEFF/, "") };
  const { servers: map, top, hasSections, isOwn, fillsIn, folder } = readLayout(source);
  const sectionAt = (key: string) => top.find((property) => property.key === key)?.value;
  const inputs = readInputs(source, sectionAt("inputs"));
  const reader: Reader = { source, variables: { env, folder, inputs }, fillsIn, isStrict: isOwn };
  refuseSlips(reader, top, "The file", TOP_KEYS);
  const entries = propertiesOf(source, map);
  const servers: ServerConfig[] = [];
  const setAside: SetAsideServer[] = [];
  for (const entry of entries) {
    const server = readServer(reader, entry);
    if ("reason" in server) setAside.push(server);
    else servers.push(server);
  }
  const names = entries.map(({ key }) => key);
  const [risk, auth, limits] = hasSections ? [sectionAt("risk"), sectionAt("auth"), sectionAt("limits")] : [];
  return {
    file,
    servers,
    setAside,
    profiles: hasSections
      ? readProfiles(reader, sectionAt("profiles"), { names, domains: domainsOf(servers, names) })
      : {},
    settings: hasSections ? readSettings(reader, sectionAt("settings")) : DEFAULT_SETTINGS,
    ...(risk === undefined ? {} : { risk: readRisk(reader, risk, names) }),
    ...(auth === undefined ? {} : { auth: readAuth(reader, auth) }),
    ...(limits === undefined ? {} : { limits: readRequestLimits(reader, limits) }),
    ...(hasSections ? readObserving(reader, sectionAt) : {}),
  };
}

/** What a profile may name: the domains of servers, and the ids of those that are in none. */
function domainsOf(servers: readonly ServerConfig[], names: readonly string[]): readonly string[] {
  return [...new Set([...servers.flatMap(({ domain }) => domain ?? []), ...names.map(toSourceId)])];
}
