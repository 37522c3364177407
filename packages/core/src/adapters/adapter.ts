import type { Message, Reply, SentMessage } from "../activation/message.ts";
import type { OpeningRecord, StrategyName } from "../activation/record.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

/**
 * Converts between the neutral history and one provider's or SDK's shapes.
 *
 * Contract:
 * - Shape only: no policy, no search, no decision. Everything is pure.
 * - Imports its SDK's types at most, never its code.
 * - `toHistory(toMessages(entries))` gives the entries back, with the records it was handed.
 * - Equal input gives equal bytes; what was converted once is converted the same way for ever after.
 * - Opening records and metadata never reach the provider.
 */
export interface Adapter<ProviderTools, ProviderMessage, ProviderReply> {
  readonly name: string;
  /** What this provider can follow, in the order of preference. */
  readonly strategies: readonly StrategyName[];
  toTools(tools: readonly ToolDefinition[]): ProviderTools;
  toMessages(messages: readonly SentMessage[]): readonly ProviderMessage[];
  toReply(reply: ProviderReply): Reply;
  /** Reads a stored conversation; records that the provider's shapes cannot hold come beside it. */
  toHistory(messages: readonly ProviderMessage[], records: AdapterRecords): Message[];
}

/** What is kept beside a provider's messages: JSON, to be handed back on resume. */
export interface AdapterRecords {
  readonly opening?: OpeningRecord;
  /** The metadata of results, by call id. */
  readonly results: Readonly<Record<string, unknown>>;
}
