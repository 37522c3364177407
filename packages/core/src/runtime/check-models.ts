import { isRecord } from "../internal/is-record.ts";
import { SCHEMA_DIALECTS } from "../surface/schema-dialects/schema-dialects.ts";
import { STRATEGY_NAMES } from "../surface/strategy.ts";
import { invalid } from "./invalid-option.ts";

const STRATEGIES: readonly unknown[] = STRATEGY_NAMES;
const DIALECTS = Object.keys(SCHEMA_DIALECTS);

/** What each field of a row has to be, in words, and whether it is. */
const FIELDS: Readonly<Record<string, readonly [needed: string, isFine: (value: unknown) => boolean]>> = {
  pattern: ["a pattern such as my-model-*", (value) => typeof value === "string" && value !== ""],
  strategies: [
    `a list of ${STRATEGIES.join(", ")}`,
    (value) => Array.isArray(value) && value.length > 0 && value.every((one) => STRATEGIES.includes(one)),
  ],
  contextWindow: ["a number of tokens", (value) => typeof value === "number" && value >= 1],
  bindsThinking: ["true or false", (value) => typeof value === "boolean"],
  toolNames: ["an object with pattern, a regular expression, and maxLength", isNameRule],
  schemas: [DIALECTS.join(" or "), (value) => DIALECTS.includes(String(value))],
  checked: [
    "an object with date and source",
    (value) => isRecord(value) && typeof value["date"] === "string" && typeof value["source"] === "string",
  ],
};

/** Refuses rows about models that cannot be meant: a misspelt field would change nothing, and nobody would know. */
export function checkModels(models: unknown): void {
  if (models === undefined) return;
  if (!Array.isArray(models))
    throw invalid("models", models, 'a list of rows such as { pattern: "my-model-*" }');
  for (const [at, row] of models.entries()) {
    const place = `models[${at}]`;
    if (!isRecord(row)) throw invalid(place, row, "an object with a pattern");
    for (const field of new Set(["pattern", ...Object.keys(row)])) {
      const [needed, isFine] = (Object.hasOwn(FIELDS, field) && FIELDS[field]) || [
        `left out: a row has ${Object.keys(FIELDS).join(", ")}`,
      ];
      const value = row[field];
      const isLeftOut = value === undefined && field !== "pattern";
      if (!isLeftOut && isFine?.(value) !== true) throw invalid(`${place}.${field}`, value, needed);
    }
  }
}

function isNameRule(value: unknown): boolean {
  if (!isRecord(value) || typeof value["pattern"] !== "string") return false;
  try {
    new RegExp(value["pattern"]);
  } catch {
    return false;
  }
  return typeof value["maxLength"] === "number" && value["maxLength"] >= 1;
}
