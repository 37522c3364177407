export { type InfoOptions, info } from "./info/info.ts";
export { plimsoll } from "./plimsoll/plimsoll.ts";
export { quartet } from "./quartet/quartet.ts";
export type { DeferredTool, OmittedTools, RenderSummary } from "./search/deferred-summary.ts";
export { type SearchOptions, search } from "./search/search.ts";
export type { SfMatch, SfRisk, SfStatus, SfToolSearchResult } from "./sf/search-result.ts";
export { sf } from "./sf/sf.ts";
