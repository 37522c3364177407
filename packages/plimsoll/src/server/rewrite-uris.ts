import { isRecord } from "../internal/is-record.ts";
import { toGatewayUri } from "./gateway-uri.ts";

// A client opens these by itself, without asking anybody's server.
const OPEN_TO_ALL = /^(?:https?|data):/i;

/** Gives the resources that content blocks link to or hold the addresses that they have at the gateway. */
export function rewriteBlocks(content: unknown, source: string): unknown {
  return Array.isArray(content) ? content.map((block) => rewriteBlock(block, source)) : content;
}

/** The same for one block. */
export function rewriteBlock(block: unknown, source: string): unknown {
  if (!isRecord(block)) return block;
  if (block["type"] === "resource_link") return rewriteUri(block, source);
  if (block["type"] !== "resource") return block;
  const { resource } = block;
  return isRecord(resource) ? { ...block, resource: rewriteUri(resource, source) } : block;
}

/** The same for anything that has a `uri`. */
export function rewriteUri(item: Readonly<Record<string, unknown>>, source: string): unknown {
  const { uri } = item;
  if (typeof uri !== "string" || OPEN_TO_ALL.test(uri)) return item;
  return { ...item, uri: toGatewayUri({ source, uri }) };
}
