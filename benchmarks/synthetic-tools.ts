import type { Tool } from "@plimsoll/core";

const VERBS = ["get", "list", "create", "update", "delete", "search", "export", "share", "merge", "restart"];
const NOUNS = [
  "issue",
  "page",
  "invoice",
  "branch",
  "alert",
  "contact",
  "volume",
  "draft",
  "release",
  "payment",
];
const PLACES = ["workspace", "project", "account", "cluster", "mailbox", "pipeline", "repository", "ledger"];

/** A catalog of any size, the same in every run: names and texts like those of real servers, in their mixture. */
export function syntheticTools(count: number): Tool[] {
  return Array.from({ length: count }, (_, at) => {
    const verb = pick(VERBS, at);
    const noun = pick(NOUNS, Math.floor(at / VERBS.length));
    const place = pick(PLACES, Math.floor(at / (VERBS.length * NOUNS.length)));
    return {
      name: `${place}_${verb}_${noun}_${at}`,
      description: `${verb} one ${noun}, or several, of the ${place} number ${at}`,
      lazy: true,
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: `Identifier of the ${noun}` },
          [place]: { type: "string", description: `The ${place} it belongs to` },
        },
        required: ["id"],
      },
      execution: { type: "run", run: () => "done" },
    };
  });
}

function pick(words: readonly string[], at: number): string {
  return words[at % words.length] ?? "";
}
