import { stemOf } from "../words.ts";

// What a tool does, in families: words of one family are said of the same tool, words of two never are.
const FAMILIES: readonly string[] = [
  "get fetch read retrieve show view describe load obtain",
  "list enumerate browse",
  "search find query lookup",
  "create add new insert make generate register",
  "update edit modify change patch alter",
  "set assign put",
  "delete remove destroy drop erase",
  "clear reset purge flush",
  "write save store",
  "send post publish submit",
  "start begin launch",
  "stop end terminate kill halt shutdown",
  "run execute invoke",
  "cancel abort",
  "restart reboot",
  "pause suspend",
  "resume continue",
  "open",
  "close",
  "enable activate",
  "disable deactivate",
  "lock",
  "unlock",
  "archive",
  "unarchive restore undelete",
  "subscribe follow watch",
  "unsubscribe unfollow unwatch",
  "connect attach join link",
  "disconnect detach leave unlink",
  "import upload",
  "export download",
  "copy clone duplicate",
  "move transfer",
  "encode encrypt",
  "decode decrypt",
  "push",
  "pull",
  "approve accept",
  "reject decline deny",
  "check validate verify",
  "count",
  "first",
  "last latest",
  "next",
  "previous",
  "up",
  "down",
  "min",
  "max",
];

const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap((family) => {
    const verbs = family.split(" ");
    return verbs.map((verb) => [verb, `:${verbs[0]}`] as const);
  }),
);

const STEMS: ReadonlySet<string> = new Set([...FAMILY_OF.keys()].map(stemOf));

/**
 * The words of a name with those that say what the tool does as their family: `:delete` for `remove`. Things stay
 * as they are (`changes`). To get many is to list them: `get_issues` is `list_issues`, and `get_issue` is not.
 */
export function toFamilies(words: readonly string[]): string[] {
  const families = words.map((word) => FAMILY_OF.get(word) ?? word);
  const isMany = /[^sui]s$/.test(words.at(-1) ?? "");
  return families[0] === ":get" && isMany ? [":list", ...families.slice(1)] : families;
}

/** Whether a stem is that of a verb which says what tools do. */
export function isVerbStem(stem: string): boolean {
  return STEMS.has(stem);
}
