import { isRecord } from "../internal/is-record.ts";
import { findHiddenCharacter, findHiddenInName } from "./hidden-characters.ts";
import { whySchemaUnusable } from "./inspect-schema.ts";
import type { Tool } from "./tool.ts";

const MAX_NAME = 1_000;
/** What `tool_describe` carries in one answer: a longer description could not be read. */
const MAX_DESCRIPTION = 40_000;

/** Why a tool cannot be used, or nothing. What a source offers is checked here once, before anything reads it. */
export function whyUnusable({
  name,
  description,
  inputSchema,
  outputSchema,
  execution,
}: Tool): string | undefined {
  return (
    whyNameUnusable(name) ??
    whyDescriptionUnusable(description) ??
    (execution.type === "provider" ? undefined : whyInputUnusable(inputSchema)) ??
    (outputSchema === undefined ? undefined : inOutput(whySchemaUnusable(outputSchema)))
  );
}

function whyNameUnusable(name: unknown): string | undefined {
  if (typeof name !== "string" || name === "") return "it has no name";
  if (name.length > MAX_NAME) return `its name has ${name.length} characters, and ${MAX_NAME} are allowed`;
  const hidden = findHiddenInName(name);
  return hidden && `its name hides the character ${hidden}`;
}

function whyDescriptionUnusable(description: unknown): string | undefined {
  if (typeof description !== "string") return "its description is not a text";
  if (description.length > MAX_DESCRIPTION) {
    return `its description has ${description.length} characters, and ${MAX_DESCRIPTION} are allowed`;
  }
  const hidden = findHiddenCharacter(description);
  return hidden && `its description hides the character ${hidden}`;
}

function whyInputUnusable(schema: unknown): string | undefined {
  if (!isRecord(schema)) return "its input schema is not an object";
  if (schema["type"] !== "object") return 'its input schema is not of type "object"';
  return whySchemaUnusable(schema);
}

function inOutput(reason: string | undefined): string | undefined {
  return reason?.replace("its schema", "its output schema");
}
