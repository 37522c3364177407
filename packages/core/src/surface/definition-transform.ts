import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { Circumstances } from "./policy.ts";

/**
 * Lets a host rewrite what a model is shown of a tool, for its model or mode.
 *
 * Contract:
 * - Deterministic: the same definition and circumstances give the same answer, in any process.
 * - Asked once, before array, description, load and validation, so that all four agree on the schema.
 * - The name stays: a definition under another name is refused.
 */
export type DefinitionTransform = (
  definition: ToolDefinition,
  circumstances: Circumstances,
) => ToolDefinition;
