import { canonicalJson } from "../internal/canonical-json.ts";
import { sha256Hex } from "../internal/hash.ts";
import type { Tool } from "./tool.ts";

/**
 * SHA-256 of the canonical JSON of what a tool tells a model about itself. It changes when a call could be
 * affected, or a reader misled: name, title, description, both schemas, annotations.
 */
export function toSchemaHash(tool: Tool): string {
  return sha256Hex(canonicalJson(toHashed(tool)));
}

/** What the hash is of. */
export function toHashed(tool: Tool): Readonly<Record<string, unknown>> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations };
}
