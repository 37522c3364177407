/** What a block of a request is. */
export type BlockKind =
  | "instructions" // the provider's own words on tool use, which come with any array
  | "tool" // a definition in the array
  | "system" // the host's own system prompt
  | "prompt" // the prompt section of a strategy
  | "message"
  | "definition"; // a definition that stands among the messages

/** A piece of a request that a provider's cache has or has not: blocks of one id are the same bytes. */
export interface Block {
  readonly kind: BlockKind;
  readonly id: string;
  readonly tokens: number;
}

/** A request as blocks; each provider renders the three parts in an order of its own. */
export interface RequestBlocks {
  readonly tools: readonly Block[];
  readonly system: readonly Block[];
  readonly messages: readonly Block[];
}
