import type { McpTool } from "@plimsoll/core/mcp";

/** One page of `tools/list`. */
export interface Listing {
  readonly tools: readonly McpTool[];
  readonly nextCursor?: string | undefined;
}

/** Accepts any JSON object as a result, so that one malformed tool does not cost the whole list. */
export const ANY_RESULT = {
  "~standard": {
    version: 1,
    vendor: "plimsoll",
    validate: (value: unknown): { readonly value: unknown } => ({ value }),
  },
} as const;

/** Reads a page of `tools/list` leniently: core sets aside what is unusable, and says why. */
export function readListing(result: unknown): Listing {
  const { tools, nextCursor } = (result ?? {}) as { readonly tools?: unknown; readonly nextCursor?: unknown };
  if (!Array.isArray(tools)) throw new Error('its answer to "tools/list" has no list of tools');
  return { tools, ...(typeof nextCursor === "string" ? { nextCursor } : {}) };
}
