import type { JsonSchema } from "@plimsoll/core";

/** The names, as they are to be written, and descriptions of a schema's own parameters, as one text. */
export function toParameterText(schema: JsonSchema, write: (name: string) => string): string {
  const properties = schema["properties"];
  if (typeof properties !== "object" || properties === null) return "";
  return Object.entries(properties)
    .map(([name, property]) => {
      const description: unknown = property?.description;
      return typeof description === "string" ? `${write(name)} ${description}` : write(name);
    })
    .join(" ");
}
