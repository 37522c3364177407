import type { ResultMeta } from "../activation/message.ts";
import { defined } from "../internal/defined.ts";
import type { CountTokens } from "../surface/tokens.ts";
import type { ContentBlock } from "../tool/content.ts";
import type { NextCalls } from "./next-calls.ts";
import type { Outcome } from "./outcome.ts";
import { isOverCap, toResultPage } from "./result-pages.ts";

/** What the words on how to read on take of a page. */
const READ_ON_TOKENS = 80;

/** What a result may take, and how it is read on. */
export interface PageContext {
  /** The most that a tool's own result may take of the model's attention. */
  readonly resultTokens: number;
  readonly countTokens: CountTokens;
  readonly next: NextCalls;
  /** Whether one of Plimsoll's own tools was called: what they say has caps of its own. */
  readonly isMeta: boolean;
}

/** What the model is given of a result: all of it, or its first page; then the whole is kept beside it. */
export function toShownResult(
  outcome: Outcome,
  content: readonly ContentBlock[],
  handle: string,
  context: PageContext,
): { readonly content: readonly ContentBlock[]; readonly whole?: ResultMeta["whole"] } {
  if (outcome.type !== "ok") return { content };
  const { entry, page: earlier, cutAt } = outcome;
  const { countTokens, next } = context;
  if (earlier !== undefined) {
    const more = earlier.hasMore ? readOn(earlier.handle, earlier.page, next) : endOf(cutAt);
    return { content: [...content, ...more] };
  }
  if (context.isMeta) return { content };
  // A result may come from a tool that has left the catalog since.
  const cap = entry?.tool.resultTokens ?? context.resultTokens;
  const pageTokens = Math.max(1, cap - READ_ON_TOKENS);
  const first = isOverCap(content, { pageTokens: cap, countTokens })
    ? toResultPage(content, 1, { pageTokens, countTokens })
    : undefined;
  if (first === undefined || !first.hasMore) return { content: [...content, ...endOf(cutAt)] };
  return {
    content: [...first.content, ...readOn(handle, 1, next)],
    whole: { content, pageTokens, ...defined({ cutAt }) },
  };
}

function readOn(handle: string, page: number, { read }: NextCalls): ContentBlock[] {
  const how = read === undefined ? "The rest is left out." : `Read on with ${read(handle, page + 1)}`;
  return [{ type: "text", text: `[End of page ${page}, and there is more. ${how}]` }];
}

function endOf(cutAt: number | undefined): ContentBlock[] {
  if (cutAt === undefined) return [];
  return [{ type: "text", text: `[The result was longer: only its first ${cutAt} characters were kept.]` }];
}
