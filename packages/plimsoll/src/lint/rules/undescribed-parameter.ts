import type { JsonSchema, Tool } from "@plimsoll/core";
import { isRecord } from "../../internal/is-record.ts";
import type { Rule } from "../rule.ts";
import { parametersOf } from "../tool-texts.ts";

const MAX_NAMED = 8;

/** Every parameter says what to put there. */
export const undescribedParameter: Rule = {
  id: "undescribed-parameter",
  severity: "info",
  explain: {
    finds: "Parameters without a description, required ones first.",
    why: "A model fills a parameter it does not understand with a guess: an id of the wrong kind, a date in the wrong form.",
    bad: '`"since": { "type": "string" }`',
    good: '`"since": { "type": "string", "description": "Only commits after this moment, as 2026-01-31T12:00:00Z." }`',
    remedy: "Say what the value means, in which form, and where it comes from.",
  },
  *check({ snapshot }) {
    for (const { name, source, tool } of snapshot?.entries() ?? []) {
      const names = undescribed(tool);
      if (names.length === 0) continue;
      const shown = names.slice(0, MAX_NAMED).join(", ");
      const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
      const message = `No description: ${shown}${more}.`;
      yield { source: source.id, tool: name, message };
    }
  },
};

function undescribed(tool: Tool): string[] {
  const required = tool.inputSchema["required"];
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const names = parametersOf(tool)
    .filter(([, schema]) => !isDescribed(schema, tool.inputSchema))
    .map(([name]) => name);
  return [...names.filter(isRequired), ...names.filter((name) => !isRequired(name))];
}

/** Said at the parameter itself, in one of its forms, or where it refers to. */
function isDescribed(schema: JsonSchema, root: JsonSchema): boolean {
  const forms = [
    schema,
    lookUp(schema["$ref"], root),
    ...["anyOf", "oneOf", "allOf"].flatMap((key) => schema[key]),
  ];
  return forms.some((form) => {
    const text = isRecord(form) ? form["description"] : undefined;
    return typeof text === "string" && text.trim() !== "";
  });
}

function lookUp(reference: unknown, root: JsonSchema): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), root);
}
