import type { ToolAnnotations } from "../tool/tool.ts";
import type { DialectIssue, Offer } from "./dialect.ts";

/** Of a meta-tool that finds, describes or loads: nothing in the world changes by it. */
export const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Begins a prompt section; how to reach the other tools follows. */
export const MORE_TOOLS: string =
  "More tools exist than are listed. When none of the listed tools fits, do not give up and do not work around it:";

/** Whether anything is deferred, so that there is something to find. */
export function isDeferring({ strategy }: Offer): boolean {
  return strategy !== "all";
}

/** What is wrong with one argument of a meta-tool, beyond what its schema says. */
export function invalidArgument(path: string, message: string): DialectIssue {
  return { operation: "invalid", issues: [{ path, message }] };
}
