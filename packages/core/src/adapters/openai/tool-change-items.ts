import type { ToolChangeMessage } from "../../activation/message.ts";
import { toFunction } from "./responses-tools.ts";
import type { WrittenItem } from "./responses-types.ts";

/** Without it, a model takes the newest item for the whole of its tools. */
export const ADDED =
  "More tools follow. This is an incremental update: every tool that was available before stays available.";

const REMOVED = "These tools are no longer available, do not call them: ";

/** What tools came and went, inside a conversation. The API can add only: what went is said in words. */
export function toToolChangeItems({ added, removed }: ToolChangeMessage): WrittenItem[] {
  const items: WrittenItem[] = [];
  if (removed.length > 0) {
    items.push({ role: "developer", content: `${REMOVED}${removed.join(", ")}. All others stay available.` });
  }
  if (added.length > 0) {
    items.push(
      { role: "developer", content: ADDED },
      {
        type: "additional_tools",
        role: "developer",
        tools: added.map((definition) => toFunction(definition)),
      },
    );
  }
  return items;
}

/** The tools that a developer's words take away; nothing, where they are of something else. */
export function readRemoved(content: unknown): readonly string[] | undefined {
  if (typeof content !== "string" || !content.startsWith(REMOVED)) return undefined;
  const [names = ""] = content.slice(REMOVED.length).split(".", 1);
  return names.split(", ");
}
