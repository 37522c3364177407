import type { Block, RequestBlocks } from "./block.ts";
import type { CachingRules } from "./caching-rules.ts";

/** How the input of one request is billed: `input` is `cached` and `uncached` together. */
export interface CacheUse {
  readonly input: number;
  readonly cached: number;
  readonly uncached: number;
  /** The part of `uncached` that was written to the cache. */
  readonly written: number;
}

/** A prefix that some request had; its children are the prefixes that are one block longer. */
interface Prefix {
  readonly tokens: number;
  readonly longer: Map<string, Prefix>;
  /** Whether reading may end here. */
  isKept: boolean;
}

/**
 * The prompt cache of one conversation, from nothing. All prefixes that were sent make a tree with a block a branch, so
 * that a request costs one look-up a block, however many came before. Nothing expires: the recording has no times.
 */
export class PromptCache {
  readonly #rules: CachingRules;
  readonly #root: Prefix = { tokens: 0, longer: new Map(), isKept: false };

  constructor(rules: CachingRules) {
    this.#rules = rules;
  }

  /** Sends a request, and keeps what the provider would keep of it and of its reply. */
  send(request: RequestBlocks, reply?: Block): CacheUse {
    const { reads, minimumTokens, stepTokens, countsWrites } = this.#rules;
    const path = this.#walk(request);
    const found = reads === "any-prefix" ? path.common.tokens : path.kept.tokens;
    const cached = found < minimumTokens ? 0 : Math.floor(found / stepTokens) * stepTokens;
    this.#keep(path, reply);
    const input = path.whole.tokens;
    const uncached = input - cached;
    const isWritten = countsWrites && reads !== "nothing" && input >= minimumTokens;
    return { input, cached, uncached, written: isWritten ? uncached : 0 };
  }

  #walk(request: RequestBlocks): Path {
    let at = this.#root;
    let common = at;
    let kept = at;
    let isNew = false;
    const ends: Prefix[] = [];
    for (const part of this.#rules.order) {
      for (const block of request[part]) {
        const known = at.longer.get(block.id);
        isNew ||= known === undefined;
        at = known ?? grow(at, block);
        if (isNew) continue;
        common = at;
        if (at.isKept) kept = at;
      }
      ends.push(at);
    }
    return { whole: at, common, kept, ends };
  }

  #keep({ whole, common, ends }: Path, reply: Block | undefined): void {
    const { reads, minimumTokens } = this.#rules;
    const keep = (prefix: Prefix): void => {
      if (prefix.tokens >= minimumTokens) prefix.isKept = true;
    };
    if (reads === "breakpoints") ends.forEach(keep);
    if (reads !== "units") return;
    for (const prefix of [whole, common]) keep(prefix);
    if (reply !== undefined) keep(whole.longer.get(reply.id) ?? grow(whole, reply));
  }
}

/** The way of a request through the tree. */
interface Path {
  readonly whole: Prefix;
  /** The longest prefix that an earlier request had too. */
  readonly common: Prefix;
  /** The longest one of these at which reading may end. */
  readonly kept: Prefix;
  /** The ends of the parts. */
  readonly ends: readonly Prefix[];
}

function grow(from: Prefix, { id, tokens }: Block): Prefix {
  const grown: Prefix = { tokens: from.tokens + tokens, longer: new Map(), isKept: false };
  from.longer.set(id, grown);
  return grown;
}
