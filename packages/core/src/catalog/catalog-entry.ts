import type { Risk, Tool } from "../tool/tool.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ToolName } from "../tool/tool-name.ts";
import type { SourceIdentity } from "./source.ts";

/** A tool as the catalog holds it: everything that is worked out once, when it arrives. */
export interface CatalogEntry {
  readonly name: ToolName;
  readonly wireName: string;
  readonly source: SourceIdentity;
  readonly tool: Tool;
  /** What a model is shown of it. */
  readonly definition: ToolDefinition;
  readonly schemaHash: string;
  /** At most 200 characters, on one line. */
  readonly summary: string;
  readonly domain: string;
  readonly risk: RiskClass;
  /** In the head because the lifecycle table says `active`. Retired names are not entries, they resolve to one. */
  readonly pinned: boolean;
  /** Out of the head unless pinned: lazy tools, those the table says are `deferred`, and a server's that do not ask for it. */
  readonly lazy: boolean;
}

/** The risk a tool counts as, and whether somebody answers for it. */
export interface RiskClass {
  readonly level: Risk;
  readonly external: boolean;
  /** False where nobody classed the tool: denying `destructive` then denies it too. */
  readonly verified: boolean;
}
