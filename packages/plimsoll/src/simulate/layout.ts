import type { ToolDefinition } from "@plimsoll/core";
import type { Block, RequestBlocks } from "./block.ts";
import type { BlockMaker } from "./block-maker.ts";

/** What there is to put before the model at one step. */
export interface Placed {
  /** The array of the first step. */
  readonly opening: readonly ToolDefinition[];
  /** The array of this step, with what was loaded behind. */
  readonly array: readonly ToolDefinition[];
  readonly messages: readonly Block[];
  /** What was loaded or revealed, in that order. */
  readonly reveals: readonly Reveal[];
  /** The place of a definition in the catalog; -1 for meta-tools. */
  readonly rankOf: (definition: ToolDefinition) => number;
}

/** Definitions that the model was given behind so many messages. */
export interface Reveal {
  readonly after: number;
  readonly definitions: readonly ToolDefinition[];
}

/** Where a strategy puts what there is: the array and the messages, as blocks in order. */
export type Layout = (placed: Placed, make: BlockMaker) => Pick<RequestBlocks, "tools" | "messages">;

/** The array as the runtime arranges it. */
export const asArranged: Layout = ({ array, messages }, make) => ({ tools: array.map(make.tool), messages });

/** The array in the catalog's order: what is loaded comes between what is there. */
export const inPlace: Layout = ({ array, messages, rankOf }, make) => ({
  tools: [...array].sort((a, b) => rankOf(a) - rankOf(b)).map(make.tool),
  messages,
});

/** The array of the first step, for good: what is loaded stands in the history, where it was loaded. */
export const inHistory: Layout = ({ opening, messages, reveals }, make) => {
  const blocks: Block[] = [];
  let from = 0;
  for (const { after, definitions } of reveals) {
    blocks.push(...messages.slice(from, after), ...definitions.map(make.revealed));
    from = after;
  }
  return { tools: opening.map(make.tool), messages: [...blocks, ...messages.slice(from)] };
};
