import type { Gate, StrategyName } from "../activation/record.ts";
import type { NextCalls } from "../call/next-calls.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { MetaAnswer } from "../meta/meta-answer.ts";
import type { MetaContext } from "../meta/meta-context.ts";
import type { MetaRequest } from "../meta/meta-request.ts";
import type { CardNews } from "../surface/card-news.ts";
import type { WireNaming } from "../surface/named-snapshot.ts";
import type { SourceNews } from "../surface/news.ts";
import type { Preview } from "../surface/preview.ts";
import type { InputIssue, ToolAnnotations } from "../tool/tool.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ToolResult } from "../tool/tool-result.ts";

/**
 * The meta-tools under one design's names and shapes: data and shape over the same requests and answers.
 *
 * Contract:
 * - Everything is pure and deterministic; definitions never change while the process lives.
 * - A dialect decides no policy and runs no tool: it reads arguments into requests, and answers into text.
 * - Every text it renders stays within its cap.
 */
export interface Dialect {
  readonly name: string;
  /** In the order of preference; where a model can follow none of them, it is `bridge`. */
  readonly strategies: readonly StrategyName[];
  readonly gate: Gate;
  /** Whether sources that must be connected to be listed wait for a request that asks for it (`listSources`). */
  readonly postponesSources?: boolean;
  /** Whether its meta-tools are there even where nothing is deferred yet: tools may come, or be allowed, later. */
  readonly alwaysDefers?: boolean;
  /**
   * Whether the preview is rendered anew at each step, in the description of the tool that carries it. It costs the
   * provider's cache, and is refused where a model binds its thinking to the array.
   */
  readonly hasLiveCards?: boolean;
  readonly tools: readonly DialectTool[];
  /** Words for the model, and the same as data, for each kind of answer that its tools ask for. */
  readonly render: Renderers;
  /** The meta-tools whose results carry records: a host that prunes its history leaves them there. */
  readonly protectedTools: readonly string[];
  /** What a tool is called on the wire, where that is not its usual wire name. */
  readonly wireNameOf?: WireNaming;
  /** The prompt section that says how to use the tools below. */
  renderPrompt(offer: Offer): string;
  /** What the prompt section tells of the tools that are not in the array; nothing, if there are none. */
  renderPreview(preview: Preview): string;
  /** What a model is told when servers come, go or change while it is at work. */
  renderNews(news: SourceNews, offer: Offer): string;
  /**
   * What a model is told when deferred tools come or go while it is at work; nothing for nothing. Only for a dialect
   * whose tools are known by their cards alone, and asked in place of `renderNews`.
   */
  renderCardNews?(news: CardNews, offer: Offer): string;
  /** What a model is told, once, after it loaded tools that it might not think of using. */
  renderReminder(entries: readonly CatalogEntry[]): string;
  /** The calls a model can make next. */
  nextCalls(offer: Offer, isInArray: (wireName: string) => boolean): NextCalls;
}

/** Under what a conversation's meta-tools are offered: decided by its opening record. */
export interface Offer {
  readonly strategy: StrategyName;
  readonly gate: Gate;
}

/** One meta-tool as a dialect offers it. */
export interface DialectTool {
  readonly definition: ToolDefinition;
  readonly annotations: ToolAnnotations;
  /** Whether its description ends with the preview of what is deferred, in place of the prompt section. */
  readonly carriesPreview?: boolean;
  /** Whether its results reveal what they load, where the provider does the revealing: one tool of a dialect. */
  readonly reveals?: boolean;
  /** Whether it is offered only where a client's permissions are per tool name: in the gateway, not in a host's own loop. */
  readonly isForGateways?: boolean;
  isOffered(offer: Offer): boolean;
  /** What of its arguments its own schema is asked about, where that is not all: the inner arguments of a call are not. */
  toChecked?(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Arguments have passed the definition's schema. */
  toRequest(input: Readonly<Record<string, unknown>>): MetaRequest | DialectIssue;
}

/** One function a kind of answer; a dialect without a tool for it has none. */
export type Renderers = {
  readonly [Answer in MetaAnswer as Answer["operation"]]?: (
    answer: Answer,
    next: NextCalls,
    context: MetaContext,
  ) => ToolResult;
};

/** What a schema could not say of the arguments. */
export interface DialectIssue {
  readonly operation: "invalid";
  readonly issues: readonly InputIssue[];
}
