import type { Node } from "jsonc-parser";
import { type ConfigText, configError, type Property, propertiesOf } from "./config-text.ts";
import { expandVariables, type Variables } from "./expand-variables.ts";
import { nearestKey } from "./nearest-key.ts";

/** What a config file is read with. */
export interface Reader {
  readonly source: ConfigText;
  readonly variables: Variables;
  /** Whether variables in texts are filled in; in a file of a program that has none, texts are as they stand. */
  readonly fillsIn: boolean;
  /** Whether a key that looks like a slip is an error. In files that other programs own, theirs are not known. */
  readonly isStrict: boolean;
}

/** A text, with its variables filled in. What it says is never in an error: it may be a secret. */
export function readText({ source, variables, fillsIn }: Reader, node: Node, what: string): string {
  if (node.type !== "string") {
    throw configError(source, node.offset, `${what} is not a text.`, 'Put it in quotes: "…".');
  }
  const written = String(node.value);
  const expansion = fillsIn ? expandVariables(written, variables) : { type: "ok" as const, text: written };
  if (expansion.type === "failed") {
    throw configError(source, node.offset, expansion.reason, expansion.remedy);
  }
  if (expansion.text.includes("\0")) {
    throw configError(source, node.offset, `${what} has a NUL character.`, "Remove it.");
  }
  return expansion.text;
}

/** A text that says something. */
export function readWord(reader: Reader, node: Node, what: string): string {
  const text = readText(reader, node, what);
  if (text !== "") return text;
  throw configError(reader.source, node.offset, `${what} is empty.`, "Write it, or leave it out.");
}

/** The items of a list; none where there is no list. */
export function itemsOf({ source }: Reader, node: Node | undefined, what: string): readonly Node[] {
  if (node === undefined) return [];
  if (node.type === "array") return node.children ?? [];
  throw configError(source, node.offset, `${what} is not a list.`, 'Write ["one", "two"].');
}

/** The properties of an object; none where there is no object. */
export function membersOf(
  { source }: Reader,
  node: Node | undefined,
  what: string,
  example: string,
): Property[] {
  if (node === undefined) return [];
  if (node.type === "object") return propertiesOf(source, node);
  throw configError(source, node.offset, `${what} is not an object.`, `Write ${example}.`);
}

/** The bounds of a number in a config. */
export interface Range {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

/** A number within its bounds. */
export function readNumber(
  { source }: Reader,
  node: Node,
  what: string,
  { least, most, isWhole }: Range,
): number {
  const value: unknown = node.value;
  const isFine = typeof value === "number" && value >= least && value <= most;
  if (isFine && (isWhole !== true || Number.isInteger(value))) return value;
  const remedy = `Write a ${isWhole === true ? "whole number" : "number"} from ${least} to ${most}.`;
  throw configError(source, node.offset, `${what} is not one that is allowed.`, remedy);
}

/** Reads true or false. */
export function readTruth({ source }: Reader, node: Node, what: string): boolean {
  const value: unknown = node.value;
  if (typeof value === "boolean") return value;
  throw configError(source, node.offset, `${what} is neither true nor false.`, "Write true or false.");
}

/** One of a few words. */
export function readChoice<Word extends string>(
  { source }: Reader,
  node: Node,
  what: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === node.value);
  if (found !== undefined) return found;
  const choices = words.map((word) => `"${word}"`).join(", ");
  throw configError(
    source,
    node.offset,
    `${what} is not one that Plimsoll knows.`,
    `Write one of ${choices}.`,
  );
}

/** The error of a key that a section of ours does not have. */
export function unknownKey(
  { source }: Reader,
  { key, keyNode }: Property,
  where: string,
  known: readonly string[],
): Error {
  const nearest = nearestKey(key, known);
  const remedy = nearest === undefined ? `Its keys are ${known.join(", ")}.` : `Did you mean "${nearest}"?`;
  return configError(source, keyNode.offset, `${where} has no "${key}".`, remedy);
}

/** Refuses a key that is one slip away from one of ours, where other programs' keys are left alone. */
export function refuseSlips(
  reader: Reader,
  properties: readonly Property[],
  where: string,
  known: readonly string[],
): void {
  if (!reader.isStrict) return;
  for (const property of properties) {
    if (known.includes(property.key) || nearestKey(property.key, known) === undefined) continue;
    throw unknownKey(reader, property, where, known);
  }
}

/** The value of an environment variable that an entry names outright. */
export function readVariable(reader: Reader, node: Node, what: string): string {
  const name = readText({ ...reader, fillsIn: false }, node, what);
  const value = Object.hasOwn(reader.variables.env, name) ? reader.variables.env[name] : undefined;
  if (value !== undefined) return value;
  const reason = `The environment variable ${name} is not set.`;
  throw configError(reader.source, node.offset, reason, "Set it.");
}
