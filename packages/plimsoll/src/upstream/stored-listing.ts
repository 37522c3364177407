import type { McpTool } from "@plimsoll/core/mcp";
import type { Era } from "./upstream.ts";

/** What a server listed, as it is kept: with it, nothing need be started to list, find or describe. */
export interface StoredListing {
  /** The hash of the server's entry in the config: another entry is another server. */
  readonly config: string;
  /** The version of Plimsoll that read it. */
  readonly by?: string;
  readonly listedAt: number;
  readonly era: Era;
  /** When the era was found out: a verdict for the older one is asked again after a while. */
  readonly eraAt: number;
  readonly instructions?: string;
  readonly tools: readonly McpTool[];
  readonly prompts: readonly Readonly<Record<string, unknown>>[];
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly resourceTemplates: readonly Readonly<Record<string, unknown>>[];
  /** Of each tool that the catalog can use, by its name at the server. */
  readonly schemaHashes: Readonly<Record<string, string>>;
}
