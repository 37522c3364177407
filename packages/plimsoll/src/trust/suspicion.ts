import { findInstruction } from "../lint/find-instruction.ts";
import { toLatinLook } from "./confusable.ts";
import type { Definition } from "./definition.ts";
import { findHiddenText } from "./hidden-text.ts";
import { textsIn } from "./texts-in.ts";

const MOST_CHARACTERS = 100_000;

/** Why a definition is held. */
export interface Suspicion {
  readonly type: SuspicionType;
  /** Continues "NAME is held: ". */
  readonly says: string;
}

/** What can make a definition suspicious, or have it held for another reason. */
export type SuspicionType =
  | "hidden-characters" // a model reads what nobody sees
  | "instructs-model" // it gives orders beyond its own use
  | "unreadable" // too long or too deep for anybody to read
  | "look-alike" // it is easily taken for a tool of another server
  | "names-other" // it speaks of a tool of another server
  | "risk-rose" // it can do more than what was accepted before
  | "changed" // under `pinned`: it is another than the one that was approved
  | "new" // under `pinned`: nobody has approved it yet
  | "rejected"; // an operator does not want it

/** What is suspicious about a definition by itself, whatever other servers offer: one of each kind. */
export function suspicionsOf({ item, hash }: Definition): readonly Suspicion[] {
  const found = new Map<SuspicionType, Suspicion>();
  const add = (type: SuspicionType, says: string): void => {
    if (!found.has(type)) found.set(type, { type, says });
  };
  if (hash === "") add("unreadable", "it is nested too deeply to be read");
  for (const { where: place, text } of textsIn(item)) {
    const hidden = findHiddenText(text);
    if (hidden !== undefined) add("hidden-characters", `the hidden character ${hidden} is in ${place}`);
    if (text.length > MOST_CHARACTERS) {
      add("unreadable", `${place} is longer than anybody reads (${text.length} characters)`);
      continue;
    }
    const said = findInstruction(text) ?? findInstruction(toPlainWords(text));
    if (said !== undefined) add("instructs-model", `in ${place}, ${said}`);
  }
  return [...found.values()];
}

/** A text without what orders are disguised by: other scripts, emphasis, odd blanks, characters that are not seen. */
function toPlainWords(text: string): string {
  return toLatinLook(text)
    .replace(/\p{Cf}|\p{M}/gu, "")
    .replace(/[*~`"“”]+/g, "")
    .replace(/[\s\p{Z}]+/gu, " ");
}
