import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";
import type { Refusal } from "../../meta/meta-answer.ts";

const MAX_NAME = 80;

/** What was left out to stay within a cap, to be asked for again. */
export function renderOmitted(omitted: readonly CatalogEntry[]): string[] {
  if (omitted.length === 0) return [];
  return [`Left out for length, ask again: ${omitted.map(({ wireName }) => wireName).join(", ")}.`];
}

/** Why nothing was done for a name, and what comes near it. */
export function renderRefusal({ name, replacement, nearest, absent }: Refusal): string {
  if (absent !== undefined) return absent;
  const asked = quoteName(name);
  if (replacement !== undefined) return `${asked} was removed. Use ${replacement} instead.`;
  const hint = nearest.map(({ wireName }) => wireName).join(", ");
  return `No tool named ${asked} is available here.${hint === "" ? "" : ` Nearest: ${hint}.`}`;
}

/** The same as data. */
export function toRefusalData({ name, reason, absent }: Refusal): Readonly<Record<string, unknown>> {
  return { name, reason, ...(absent === undefined ? {} : { because: absent }) };
}

/** A name as a model wrote it, in quotes, and no longer than a name is. */
export function quoteName(name: string): string {
  return JSON.stringify(cut(name, MAX_NAME));
}
