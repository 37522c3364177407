import { DIALECT_NAMES, type Gate } from "@plimsoll/core";
import type { Node } from "jsonc-parser";
import { DEFAULT_SETTINGS, type GatewaySettings } from "./config.ts";
import { TRUSTS } from "./read-profiles.ts";
import {
  membersOf,
  type Range,
  type Reader,
  readChoice,
  readNumber,
  readWord,
  unknownKey,
} from "./read-value.ts";

/** The keys of the section `settings`. */
export const SETTING_KEYS: readonly (keyof GatewaySettings)[] = [
  "dialect",
  "gate",
  "resultTokens",
  "port",
  "host",
  "trust",
];

/** The gates there are. */
export const GATES: readonly Gate[] = ["open", "strict"];

/** What each number may be: the reader and the published schema go by the same table. */
export const SETTING_RANGES: Readonly<Record<"resultTokens" | "port", Range>> = {
  resultTokens: { least: 500, most: 10_000_000, isWhole: true },
  port: { least: 1, most: 65_535, isWhole: true },
};

/** Reads the section `settings`; the defaults where it says nothing. */
export function readSettings(reader: Reader, node: Node | undefined): GatewaySettings {
  const properties = membersOf(reader, node, '"settings"', '{ "dialect": "plimsoll" }');
  const unknown = properties.find(({ key }) => !SETTING_KEYS.some((known) => known === key));
  if (unknown !== undefined) throw unknownKey(reader, unknown, '"settings"', SETTING_KEYS);
  const fields = new Map(properties.map(({ key, value }) => [key, value]));
  const number = (key: "resultTokens" | "port"): number => {
    const written = fields.get(key);
    if (written === undefined) return DEFAULT_SETTINGS[key];
    return readNumber(reader, written, `"${key}"`, SETTING_RANGES[key]);
  };
  const [dialect, gate] = [fields.get("dialect"), fields.get("gate")];
  const [host, trust] = [fields.get("host"), fields.get("trust")];
  return {
    dialect:
      dialect === undefined
        ? DEFAULT_SETTINGS.dialect
        : readChoice(reader, dialect, '"dialect"', DIALECT_NAMES),
    ...(gate === undefined ? {} : { gate: readChoice(reader, gate, '"gate"', GATES) }),
    resultTokens: number("resultTokens"),
    port: number("port"),
    ...(host === undefined ? {} : { host: readWord(reader, host, '"host"') }),
    ...(trust === undefined ? {} : { trust: readChoice(reader, trust, '"trust"', TRUSTS) }),
  };
}
