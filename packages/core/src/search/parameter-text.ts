import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "../tool/json-schema.ts";

/** The names and descriptions of a schema's own parameters, as one text for the index. */
export function toParameterText(schema: JsonSchema): string {
  const properties = schema["properties"];
  if (!isRecord(properties)) return "";
  return Object.entries(properties)
    .map(([name, property]) => {
      const description = isRecord(property) ? property["description"] : undefined;
      return typeof description === "string" ? `${name} ${description}` : name;
    })
    .join(" ");
}
