/** How much of a context window tools may take. */
export interface Budget {
  /** The model's window; from the table of models unless given. */
  readonly contextWindow?: number;
  /** The head's share of the window. */
  readonly headShare?: number;
  /** The head's limit in tokens, in place of a share. */
  readonly headTokens?: number;
  /** The preview's limit in tokens; 0 for no preview. 800 if absent. */
  readonly previewTokens?: number;
}

const DEFAULT_HEAD_SHARE = 0.1;
const DEFAULT_PREVIEW_TOKENS = 800;

/** The head's limit in tokens, for a model with a window of so many. */
export function toHeadTokens(budget: Budget, contextWindow: number): number {
  const window = budget.contextWindow ?? contextWindow;
  return budget.headTokens ?? Math.floor(window * (budget.headShare ?? DEFAULT_HEAD_SHARE));
}

/** The preview's limit in tokens. */
export function toPreviewTokens({ previewTokens }: Budget): number {
  return previewTokens ?? DEFAULT_PREVIEW_TOKENS;
}
