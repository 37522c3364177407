import type { Risk } from "@plimsoll/core";
import type { Node } from "jsonc-parser";
import { checkPattern } from "./read-profiles.ts";
import { membersOf, type Reader, readChoice } from "./read-value.ts";

/** The classes that an operator can give a tool. */
export const RISK_LEVELS: readonly Risk[] = ["read", "write", "destructive"];

/** Reads the section `risk`. `servers` are the names of all entries, also of those that are set aside. */
export function readRisk(
  reader: Reader,
  node: Node | undefined,
  servers: readonly string[],
): Record<string, Risk> {
  return Object.fromEntries(
    membersOf(reader, node, '"risk"', '{ "server/tool": "read" }').map(({ key, keyNode, value }) => [
      checkPattern(reader, keyNode, key, servers),
      readChoice(reader, value, `The risk of "${key}"`, RISK_LEVELS),
    ]),
  );
}
