import { type CatalogEntry, rejectedBy } from "@plimsoll/core";
import type { Rule } from "../rule.ts";

const COMBINATORS = ["oneOf", "anyOf", "allOf"];
const PROVIDERS = { anthropic: "Anthropic", openai: "OpenAI", gemini: "Gemini" } as const;

/** What model providers refuse is known before they do. */
export const schemaRejected: Rule = {
  id: "schema-rejected",
  severity: "warning",
  explain: {
    finds:
      "`oneOf`, `anyOf` or `allOf` at the top of an input schema; a name that is no wire name as it stands (letters, digits, `_` and `-`, 64 at most, no `__` of its own, not one of Plimsoll's), so that the model sees it with a hash; a name of digits alone. As an info: whatever else Anthropic, OpenAI or Gemini do not take in a schema, so that it is sent rewritten.",
    why: "Providers answer a request with such a schema or name with an error, and the whole request fails. Plimsoll sends names with a hash instead, which a model finds hard to repeat; names of digits change the order of the list.",
    bad: '`{ "type": "object", "oneOf": [{ "required": ["id"] }, { "required": ["name"] }] }`; `get.page (v2)`',
    good: '`{ "type": "object", "properties": { "id": …, "name": … } }`, with "Give id or name" in the description; `get_page_v2`',
    remedy:
      "Put the alternatives inside a property or into the description; rename the tool with letters, digits and single underscores.",
  },
  *check({ snapshot }) {
    for (const entry of snapshot?.entries() ?? []) {
      const about = { source: entry.source.id, tool: entry.name };
      for (const message of reasonsOf(entry)) yield { ...about, message };
      const message = projectionOf(entry);
      if (message !== undefined) yield { ...about, message, severity: "info" };
    }
  },
};

function* reasonsOf({ name, wireName, tool }: CatalogEntry): Generator<string> {
  const found = COMBINATORS.filter((keyword) => Object.hasOwn(tool.inputSchema, keyword));
  if (found.length > 0) yield `Its input schema has ${found.join(" and ")} at the top.`;
  if (/^\d+$/.test(tool.name)) yield "Its name is a number.";
  if (wireName !== name.replace("/", "__")) {
    yield `Its name is not safe for every provider: a model sees ${wireName}.`;
  }
}

/** Who is sent another schema than the tool's own, with the first reason of each; combinations at the top aside. */
function projectionOf({ tool: { inputSchema } }: CatalogEntry): string | undefined {
  if (COMBINATORS.some((keyword) => Object.hasOwn(inputSchema, keyword))) return undefined;
  const reasons = (Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[]).flatMap((name) => {
    // That a tool without parameters says so costs nobody anything.
    const [first] = rejectedBy({ properties: {}, ...inputSchema }, name);
    if (first === undefined) return [];
    return `${PROVIDERS[name]} (${first.reason}${first.place === "" ? "" : ` at ${first.place}`})`;
  });
  return reasons.length === 0 ? undefined : `Its input schema is sent rewritten to ${reasons.join(", ")}.`;
}
