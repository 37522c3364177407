import { isRecord } from "../../../src/internal/is-record.ts";

/** What three providers say to an input schema, written from their messages and not from the projection's code. */
export function complaintsOf(
  provider: "anthropic" | "openai" | "gemini",
  root: Record<string, unknown>,
): string[] {
  const complaints: string[] = [];
  const complain = (isWrong: boolean, message: string): void => {
    if (isWrong) complaints.push(message);
  };
  complain(root["type"] !== "object", "top: not an object");
  const combinators = ["anyOf", "oneOf", "allOf", ...(provider === "openai" ? ["enum", "not"] : [])];
  for (const keyword of combinators) complain(keyword in root, `top: ${keyword}`);
  if (provider === "anthropic") {
    for (const name of Object.keys(Object(root["properties"]))) {
      complain(!/^[a-zA-Z0-9_.-]{1,64}$/.test(name), `top: the name ${name}`);
    }
  } else complain(!isRecord(root["properties"]), "top: no properties");

  const readSchema = (schema: unknown, place: string): void => {
    if (typeof schema === "boolean") {
      const mayBe = /\/(additional|unevaluated)Properties$/.test(place);
      complain(provider === "gemini" && !mayBe, `${place}: a boolean`);
      return;
    }
    if (!isRecord(schema)) {
      complain(true, `${place}: no schema`);
      return;
    }
    const types = [schema["type"] ?? []].flat();
    if (provider !== "anthropic")
      complain(types.includes("array") && !("items" in schema), `${place}: no items`);
    if (provider === "gemini") {
      for (const keyword of ["$ref", "$defs", "definitions", "const", "$dynamicRef", "$recursiveRef"]) {
        complain(keyword in schema, `${place}: ${keyword}`);
      }
      for (const name of [schema["required"] ?? []].flat()) {
        complain(
          !Object.hasOwn(Object(schema["properties"]), String(name)),
          `${place}: ${name} is not there`,
        );
      }
    }
    for (const [keyword, content] of Object.entries(schema))
      readKeyword(keyword, content, `${place}/${keyword}`);
  };

  const readKeyword = (keyword: string, content: unknown, place: string): void => {
    switch (keyword) {
      case "$defs":
      case "definitions":
      case "properties":
      case "patternProperties":
      case "dependentSchemas":
        for (const [name, inner] of Object.entries(Object(content))) readSchema(inner, `${place}/${name}`);
        break;
      case "allOf":
      case "anyOf":
      case "oneOf":
      case "prefixItems":
        complain(!Array.isArray(content) || content.length === 0, `${place}: empty`);
        for (const inner of [content].flat()) readSchema(inner, place);
        break;
      case "items":
      case "contains":
      case "not":
      case "if":
      case "then":
      case "else":
      case "additionalProperties":
      case "unevaluatedProperties":
      case "unevaluatedItems":
      case "propertyNames":
        readSchema(content, place);
        break;
      case "type":
      case "required": {
        const list = [content].flat();
        complain(new Set(list).size < list.length || list.some((one) => typeof one !== "string"), place);
        break;
      }
      case "description":
      case "title":
        complain(typeof content !== "string", place);
        break;
      case "minimum":
      case "exclusiveMinimum":
        complain(typeof content !== "number", place);
        break;
      case "minLength":
      case "maxLength":
      case "maxProperties":
      case "maxContains":
        complain(!Number.isInteger(content) || Number(content) < 0, place);
        break;
    }
  };

  readSchema(root, "#");
  return complaints;
}
