import type { CatalogEntry } from "@plimsoll/core";
import { parametersOf } from "../tool-texts.ts";
import { meaningfulWords, splitWords, stemOf } from "../words.ts";
import { isVerbStem, toFamilies } from "./verbs.ts";

/** What is compared of a tool: its name and its text as sets of words. */
export interface Profile {
  readonly entry: CatalogEntry;
  /** The words of its own name, as stems, verbs as their family, in order of the alphabet. */
  readonly nameWords: readonly string[];
  /** The words that say what it acts on, as written: `issue` and `issues` are one thing and many. */
  readonly nouns: ReadonlySet<string>;
  /** The words of its description; what every tool says (get, return, …) is left out. */
  readonly text: ReadonlySet<string>;
  /** Of these, names of products and the like: capitals within a sentence. */
  readonly proper: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

const COMMON: ReadonlySet<string> = new Set(
  "api allow based call default deprecated e g etc example format give given include information input instead list method note object optional output parameter perform provide request response result return returned tool user value"
    .split(" ")
    .map(stemOf),
);

const NOISE: ReadonlySet<string> = new Set("a an by for in of on the to tool with".split(" "));

// The first word of a sentence has its capital from the sentence, unless it has another one within.
const PROPER = /(?<=[\p{L}\p{N},;:)'"] )\p{Lu}[\p{L}\p{N}]+|\b\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu;

/** Works out a tool's profile. */
export function toProfile(entry: CatalogEntry): Profile {
  const { name, description } = entry.tool;
  const words = splitWords(name).filter((word) => !NOISE.has(word));
  const families = toFamilies(words);
  return {
    entry,
    nameWords: [...new Set(families.map(stemOf))].sort(),
    nouns: new Set(families.filter((word) => !word.startsWith(":"))),
    text: new Set(meaningfulWords(description).filter(isTelling)),
    proper: new Set(meaningfulWords((description.match(PROPER) ?? []).join(" ")).filter(isTelling)),
    parameters: new Set(parametersOf(entry.tool).map(([parameter]) => parameter)),
  };
}

// Verbs are compared by their family, in the name.
function isTelling(stem: string): boolean {
  return !COMMON.has(stem) && !isVerbStem(stem);
}
