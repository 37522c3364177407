import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";

/** A tool of the fixture: how it is listed, and what it does. */
export interface FixtureTool {
  readonly name: string;
  readonly inputSchema?: Tool["inputSchema"];
  run(
    input: Readonly<Record<string, unknown>>,
    context: FixtureContext,
  ): Promise<FixtureResult> | FixtureResult;
}

/** How a call of the fixture's tools ends. */
export type FixtureResult = CallToolResult | InputRequiredResult;

/** What a tool of the fixture can do beside answering. */
export interface FixtureContext extends ServerContext {
  readonly server: Server;
  /** Tells everybody who wants to know that a list is another one. */
  readonly announce: (list: "tools" | "prompts") => void;
}

/** A result of one text. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
