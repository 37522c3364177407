import type { Rule } from "../rule.ts";
import { meaningfulWords, stemOf } from "../words.ts";

const PLACEHOLDER =
  /^\W*(?:todo|tbd|fixme|n\/?a|none|null|undefined|description|(?:no|missing|tool) description(?: (?:provided|available|yet|found))?|placeholder|lorem ipsum|test(?: tool)?)\W*$/i;

// They fill a sentence without saying what is done, to what, or what comes back.
const FILLERS: ReadonlySet<string> = new Set(
  "action api call data detail endpoint execute existing function gets info information invoke item method operation perform request return run single tool"
    .split(" ")
    .map(stemOf),
);

const MAX_QUOTED = 80;

/** A description says more than the name. */
export const uselessDescription: Rule = {
  id: "useless-description",
  severity: "warning",
  explain: {
    finds:
      'A description that is a placeholder ("TODO", "No description"), or that only repeats the name: no word tells more, "details", "information" and the like aside.',
    why: "It takes the place of what a model needs to choose: what is acted on, when to use it, what comes back.",
    bad: '`list_nodes`: "List nodes."',
    good: '`list_nodes`: "List the machines of the cluster with their state and free memory."',
    remedy: "Say what the name leaves out: what it acts on, when to use it, what it answers.",
  },
  *check({ snapshot }) {
    for (const { name, source, tool } of snapshot?.entries() ?? []) {
      const text = tool.description.trim();
      const why = text === "" ? undefined : whyUseless(name, text);
      if (why === undefined) continue;
      const quoted = JSON.stringify(text.slice(0, MAX_QUOTED));
      yield { source: source.id, tool: name, message: `Its description ${why}: ${quoted}.` };
    }
  },
};

function whyUseless(name: string, text: string): string | undefined {
  if (PLACEHOLDER.test(text)) return "is a placeholder";
  const known = new Set(meaningfulWords(name));
  const tellsMore = meaningfulWords(text).some((word) => !known.has(word) && !FILLERS.has(word));
  return tellsMore ? undefined : "only repeats its name";
}
