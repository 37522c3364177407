import type { Rule } from "../rule.ts";

/** Every tool says what it does. */
export const missingDescription: Rule = {
  id: "missing-description",
  severity: "warning",
  explain: {
    finds: "A tool without a description.",
    why: "A model chooses by the description, and search finds by it. With none, both have the name alone.",
    bad: '`{ "name": "sync", "description": "" }`',
    good: '`{ "name": "sync", "description": "Copy new orders from the shop to the warehouse, and say which were copied." }`',
    remedy: "Say in a sentence or two what the tool does, when to use it, and what it answers.",
  },
  *check({ snapshot }) {
    for (const { name, source, tool } of snapshot?.entries() ?? []) {
      if (tool.description.trim() === "") {
        yield { source: source.id, tool: name, message: "It has no description." };
      }
    }
  },
};
