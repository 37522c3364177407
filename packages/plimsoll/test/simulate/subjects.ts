import { Catalog, type Message, type Tool } from "@plimsoll/core";
import type { Recording } from "../../src/simulate/read-recordings.ts";
import type { SimulationSubject } from "../../src/simulate/take-simulation.ts";
import type { TokenCounter } from "../../src/stats/token-counter.ts";

/** A tool that nobody runs. */
export function tool(name: string, description = `Does ${name}.`): Tool {
  return {
    name,
    description,
    inputSchema: { type: "object", properties: { title: { type: "string" } } },
    execution: { type: "host" },
  };
}

/** A recording of these messages. */
export function recordingOf(messages: readonly Message[], fields: Partial<Recording> = {}): Recording {
  return { file: "t.json", shape: "neutral", skipped: {}, system: "", messages, ...fields };
}

/** What a server's tools and these messages are simulated as. */
export function subjectOf(
  servers: Readonly<Record<string, readonly Tool[]>>,
  messages: readonly Message[],
  options: Partial<SimulationSubject> = {},
): SimulationSubject {
  const catalog = new Catalog();
  for (const [id, tools] of Object.entries(servers)) catalog.add({ id, kind: "mcp" }, { tools });
  return {
    snapshot: catalog.snapshot(),
    model: "claude-opus-5",
    counter: byHand,
    recordings: [recordingOf(messages)],
    ...options,
  };
}

/** Counts so that a reader can: a definition is 100 tokens, the prompt section 50, any other text its words. */
export const byHand: TokenCounter = {
  name: "estimate",
  count: (text) => {
    if (text.startsWith('{"description":')) return 100;
    if (text.startsWith("More tools exist")) return 50;
    return text.split(/\s+/).filter((word) => word !== "").length;
  },
};
