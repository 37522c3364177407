import { isRecord } from "../internal/is-record.ts";

/** The texts that a block of each known type must have. */
const TEXTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["text", ["text"]],
  ["image", ["data", "mimeType"]],
  ["audio", ["data", "mimeType"]],
  ["resource_link", ["uri", "name"]],
]);

/** Why a content block cannot be shown, or nothing. A type that is not known here is not judged. */
export function whyBlockWrong(block: unknown, place: string): string | undefined {
  if (!isRecord(block)) return `at ${place} there is no block.`;
  const { type } = block;
  const missing = (TEXTS.get(type) ?? []).find((field) => typeof block[field] !== "string");
  if (missing !== undefined) return say(type, missing, place);
  return type === "resource" ? whyResourceWrong(block["resource"], place) : undefined;
}

function whyResourceWrong(resource: unknown, place: string): string | undefined {
  if (!isRecord(resource)) return `at ${place} there is a block of type "resource" without a resource.`;
  const { uri, text, blob } = resource;
  if (typeof uri !== "string") return say("resource", "uri", place);
  if (text !== undefined && typeof text !== "string") return say("resource", "text", place);
  if (blob !== undefined && typeof blob !== "string") return say("resource", "blob", place);
  return undefined;
}

function say(type: unknown, field: string, place: string): string {
  const hint = field === "data" || field === "blob" ? " Give the bytes as base64." : "";
  return `at ${place} there is a block of type "${type}" whose "${field}" is not a text.${hint}`;
}
