import { capabilitiesOf } from "@plimsoll/core";

/** Whether a pattern means a model, told by the same rule by which a runtime finds its row about it. */
export function isModel(pattern: string, model: string): boolean {
  const row = { ...capabilitiesOf(model), pattern };
  return capabilitiesOf(model, [row]).pattern === pattern;
}
