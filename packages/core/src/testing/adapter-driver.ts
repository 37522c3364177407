import type { ToolCall } from "../activation/message.ts";
import type { StrategyName } from "../activation/record.ts";
import type { Runtime } from "../runtime/runtime.ts";

/**
 * Drives an adapter as a host would, with a model that does as it is told.
 *
 * Contract:
 * - `open` begins a conversation, or goes on from what `save` answered, which has been through JSON.
 * - `turn` makes one request as a host makes it, has the model reply, hands the reply over, and keeps what a host keeps.
 * - What is answered of a request is what was on the wire, not what was meant to be.
 */
export interface AdapterDriver {
  readonly name: string;
  /** A model that can follow every strategy of `strategies`. */
  readonly model: string;
  readonly strategies: readonly StrategyName[];
  open(runtime: Runtime, saved?: unknown): DrivenConversation;
}

/** One conversation that is driven. */
export interface DrivenConversation {
  say(text: string): void;
  turn(reply: ScriptedReply): Promise<WireRequest>;
  /** All that a host would store, as JSON. */
  save(): unknown;
}

/** What the model replies. */
export interface ScriptedReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** The parts of a request whose bytes a provider's cache depends on. */
export interface WireRequest {
  /** The tool array, one text a definition, as sent. */
  readonly tools: readonly string[];
  readonly system: string;
  /** One text a message or item, as sent. */
  readonly messages: readonly string[];
}
