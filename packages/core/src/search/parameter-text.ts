import { isRecord } from "../internal/is-record.ts";
import type { JsonSchema } from "../tool/json-schema.ts";

/** The texts of a schema's own parameters. */
export interface ParameterTexts {
  readonly names: string;
  readonly descriptions: string;
}

/** Reads the names and descriptions of a schema's own parameters, for the index. */
export function readParameters(schema: JsonSchema): ParameterTexts {
  const properties = schema["properties"];
  if (!isRecord(properties)) return { names: "", descriptions: "" };
  const descriptions = Object.values(properties)
    .map((property) => (isRecord(property) ? property["description"] : undefined))
    .filter((description) => typeof description === "string");
  return { names: Object.keys(properties).join(" "), descriptions: descriptions.join(" ") };
}
