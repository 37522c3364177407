import { isRecord } from "../../internal/is-record.ts";
import type { AdapterRecords } from "../adapter-records.ts";
import type { AnthropicCacheControl } from "./messages.ts";

/** How a conversation is spoken to Anthropic. It is decided once: whatever changes the bytes of requests is on record. */
export interface AnthropicSettings {
  /** Who searches under `native`: Plimsoll, or Anthropic's own tool in its place. */
  readonly search: "client" | "regex" | "bm25";
  /** How `transcript` adds tools: by value, or by reference to what every request declares. */
  readonly additions: "value" | "reference";
  /** Put on the last tool of the head and on the end of the system prompt; on nothing where absent. */
  readonly cache?: AnthropicCacheControl;
}

/** The settings that a conversation began with; for a new one, those of the options. */
export function toSettings(
  { search = "client", additions = "value", cache }: Partial<AnthropicSettings>,
  { settings }: AdapterRecords,
): AnthropicSettings {
  // Written by this function, and kept as JSON since.
  if (isRecord(settings)) return settings as unknown as AnthropicSettings;
  return { search, additions, ...(cache === undefined ? {} : { cache }) };
}
