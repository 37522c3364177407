import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { Dialect, DialectTool } from "../dialects/dialect.ts";
import { type Budget, toPreviewTokens } from "../surface/budget.ts";
import { type Preview, planPreview } from "../surface/preview.ts";
import type { CountTokens } from "../surface/tokens.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

/** What bounds a text about deferred tools. */
export interface CardOptions {
  readonly dialect: Dialect;
  readonly budget: Budget;
  readonly countTokens: CountTokens;
}

/** What a conversation is told of deferred tools: the preview, within its budget. */
export function renderCards(deferred: readonly CatalogEntry[], options: CardOptions): string {
  const { dialect, budget, countTokens } = options;
  const planned = planCards(deferred, options);
  // With no room even to count them, an empty preview would say that there are none.
  if (deferred.length > 0 && planned.groups.length === 0) return "";
  const text = dialect.renderPreview(planned);
  return countTokens(text) <= toPreviewTokens(budget) ? text : "";
}

/** As much of some deferred tools as the budget has room for. */
export function planCards(
  deferred: readonly CatalogEntry[],
  { dialect, budget, countTokens }: CardOptions,
): Preview {
  const most = toPreviewTokens(budget);
  return planPreview(deferred, (preview) => countTokens(dialect.renderPreview(preview)) <= most);
}

/** A meta-tool's definition, with the preview behind its description where it carries one. */
export function withCards({ definition, carriesPreview }: DialectTool, preview: string): ToolDefinition {
  if (carriesPreview !== true || preview === "") return definition;
  return { ...definition, description: `${definition.description}\n${preview}` };
}
