import { asText } from "../../internal/as-text.ts";
import { cut } from "../../internal/cut.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { mapSubschemas } from "../../tool/schema-keywords.ts";
import { mendKeyword } from "./mend-keyword.ts";
import type { SchemaDialect } from "./schema-dialect.ts";

/** One thing in a schema that a provider rejects. */
export interface SchemaRejection {
  /** JSON Pointer to the schema it stands in; empty for the top. */
  readonly place: string;
  readonly reason: string;
}

const MAX_NAME = 80;

/** Everything in an input schema that a provider would reject the request for, outer schemas first. */
export function findRejected(schema: JsonSchema, dialect: SchemaDialect): readonly SchemaRejection[] {
  const found: SchemaRejection[] = [...rejectedAtTop(schema, dialect)].map((reason) => ({
    place: "",
    reason,
  }));
  visit(schema, "", found, dialect);
  return found;
}

/** Whether a list is among what a schema takes. */
export function takesLists({ type }: JsonSchema): boolean {
  return [type].flat().includes("array");
}

/** What is required of an object, and not among its properties. */
export function undeclared({ required, properties }: JsonSchema): readonly string[] {
  const known = isRecord(properties) ? properties : {};
  return Array.isArray(required) ? required.filter((name) => !Object.hasOwn(known, asText(name))) : [];
}

/** Whether a keyword holds schemas for which `true` and `false` always will do. */
export function mayBeBoolean(step: string): boolean {
  return step === "additionalProperties" || step === "unevaluatedProperties" || step === "additionalItems";
}

function* rejectedAtTop(schema: JsonSchema, dialect: SchemaDialect): Generator<string> {
  const { notAtTop, needsProperties, parameterNames } = dialect;
  const present = notAtTop.filter((keyword) => Object.hasOwn(schema, keyword));
  if (present.length > 0) yield `${present.map(quote).join(" and ")} at the top`;
  const { properties, type } = schema;
  if (type !== "object") yield 'another type than "object" at the top';
  if (needsProperties && !isRecord(properties)) yield 'no "properties" at the top';
  for (const name of isRecord(properties) && parameterNames !== undefined ? Object.keys(properties) : []) {
    if (!parameterNames?.test(name)) yield `the parameter name ${quote(cut(name, MAX_NAME))}`;
  }
}

function visit(schema: unknown, place: string, found: SchemaRejection[], dialect: SchemaDialect): void {
  if (!isRecord(schema)) return;
  for (const reason of rejectedIn(schema, dialect)) found.push({ place, reason });
  for (const [keyword, content] of Object.entries(schema)) {
    mapSubschemas(keyword, content, (inner, step) => {
      const at = `${place}/${step}`;
      if (typeof inner === "boolean" && !dialect.hasBooleans && !mayBeBoolean(step)) {
        found.push({ place: at, reason: `${inner} as a schema` });
      }
      visit(inner, at, found, dialect);
    });
  }
}

function* rejectedIn(schema: JsonSchema, dialect: SchemaDialect): Generator<string> {
  const { hasConst, needsItems, needsDeclared, hasReferences } = dialect;
  for (const [keyword, content] of Object.entries(schema)) {
    if (mendKeyword(keyword, content).type !== "fine") yield `what ${quote(keyword)} holds`;
  }
  if (!hasConst && Object.hasOwn(schema, "const")) yield '"const"';
  if (Array.isArray(schema["items"])) yield 'a list of schemas as "items"';
  else if (needsItems && takesLists(schema) && schema["items"] === undefined) yield 'a list without "items"';
  if (!hasReferences && Object.hasOwn(schema, "$ref")) yield '"$ref"';
  if (!hasReferences && (Object.hasOwn(schema, "$defs") || Object.hasOwn(schema, "definitions"))) {
    yield "definitions to refer to";
  }
  if (needsDeclared && undeclared(schema).length > 0) {
    yield `${undeclared(schema).map(quote).join(" and ")} required and not among the properties`;
  }
}

function quote(text: unknown): string {
  return JSON.stringify(text);
}
