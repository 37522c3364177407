import { toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";

const MAX_NAMED = 40;

/** What a client is told on connecting: how to reach the tools, and which servers they come from. */
export function toInstructions({ config, runtime }: Gateway): string {
  const ids = config.servers.map(({ name }) => toSourceId(name)).sort();
  const named = ids.slice(0, MAX_NAMED).join(", ");
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : "";
  const prompt = runtime.dialect.renderPrompt({ strategy: "bridge", gate: runtime.dialect.gate });
  return ids.length === 0 ? prompt : `${prompt}\nTools come from these servers: ${named}${more}.`;
}
