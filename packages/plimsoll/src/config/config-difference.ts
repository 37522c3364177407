import { isDeepStrictEqual } from "node:util";
import { isSameServer } from "../upstream/config-hash.ts";
import type { GatewayConfig, GatewaySettings, ServerConfig } from "./config.ts";
import { OBSERVE_KEYS, type ObserveKey } from "./observing-words.ts";

/** What another config means for a gateway that runs. */
export interface ConfigDifference {
  readonly added: readonly ServerConfig[];
  /** By their new entries: each is ended and started anew. */
  readonly changed: readonly ServerConfig[];
  /** By name. */
  readonly removed: readonly string[];
  /** The profiles that came, went or say something else. */
  readonly profiles: readonly string[];
  /** The other sections that say something else. */
  readonly sections: readonly ("auth" | "limits" | "risk")[];
  /** The settings and sections that only the next start takes over. */
  readonly postponed: readonly (keyof GatewaySettings | ObserveKey)[];
}

/** Compares two configs, name by name. */
export function compareConfigs(before: GatewayConfig, after: GatewayConfig): ConfigDifference {
  const known = new Map(before.servers.map((server) => [server.name, server]));
  const names = new Set(after.servers.map(({ name }) => name));
  const isChanged = (server: ServerConfig): boolean => {
    const old = known.get(server.name);
    return old !== undefined && !isSameServer(old, server);
  };
  return {
    added: after.servers.filter(({ name }) => !known.has(name)),
    changed: after.servers.filter(isChanged),
    removed: before.servers.map(({ name }) => name).filter((name) => !names.has(name)),
    profiles: differingKeys(before.profiles, after.profiles),
    sections: (["auth", "limits", "risk"] as const).filter(
      (key) => !isDeepStrictEqual(before[key], after[key]),
    ),
    postponed: [
      ...differingKeys(before.settings, after.settings),
      ...OBSERVE_KEYS.filter((key) => !isDeepStrictEqual(before[key], after[key])),
    ],
  };
}

/** The keys whose values differ, in the order of the second. */
function differingKeys<Value extends object>(before: Value, after: Value): (keyof Value & string)[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]) as Set<keyof Value & string>;
  return [...keys].filter((key) => !isDeepStrictEqual(valueAt(before, key), valueAt(after, key)));
}

function valueAt<Value extends object>(from: Value, key: keyof Value): unknown {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}
