import type { CardNews } from "../../surface/card-news.ts";
import { renderLines } from "./render-preview.ts";

const MAX_NAMED = 20;

/** Which deferred tools came, came back or went; nothing, where there is no room to name any. */
export function renderCardNews({ added, restored, removed }: CardNews): string {
  const lines = renderLines(added);
  return [
    ...(lines.length === 0 ? [] : ["Available now, after tool_info:", ...lines]),
    ...say(
      "Callable again",
      restored.map(({ wireName }) => wireName),
    ),
    ...say("Not available any more", removed),
  ].join("\n");
}

function say(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return [`${what}: ${names.slice(0, MAX_NAMED).join(", ")}${more}.`];
}
