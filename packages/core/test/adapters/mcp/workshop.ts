import { inputRequired, McpServer, type McpServerOptions } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What the handlers of a workshop saw. */
export interface Seen {
  readonly cancelled: string[];
  readonly metas: unknown[];
}

/** Where tools can be registered. */
export type Registers = Pick<McpServer, "registerTool">;

/** A server of the second SDK; `tools` says what to register its tools with. */
export function aWorkshop(
  tools: (server: McpServer) => Registers = (server) => server,
  options: McpServerOptions = {},
  seen: Seen = { cancelled: [], metas: [] },
): { readonly server: McpServer; readonly seen: Seen } {
  const server = new McpServer({ name: "workshop", version: "1" }, options);
  fillWorkshop(tools(server), seen);
  return { server, seen };
}

/** One tool for everything that a call can come with or end in. */
export function fillWorkshop(tools: Registers, seen: Seen): void {
  tools.registerTool(
    "show_everything",
    {
      title: "Show everything",
      description: "Answers with a block of every kind",
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ mcpReq }) => {
      seen.metas.push(mcpReq._meta);
      return {
        content: [
          {
            type: "text",
            text: "words",
            annotations: { audience: ["user"], priority: 0.5 },
            _meta: { "a.b/c": 1 },
          },
          { type: "image", data: "aGk=", mimeType: "image/png" },
          { type: "audio", data: "aGk=", mimeType: "audio/wav" },
          { type: "resource", resource: { uri: "file:///a", text: "inside", mimeType: "text/plain" } },
          { type: "resource", resource: { uri: "file:///b", blob: "aGk=" } },
          { type: "resource_link", uri: "file:///c", name: "c", description: "elsewhere" },
        ],
        _meta: { "example.com/trace": "t1" },
      };
    },
  );
  tools.registerTool(
    "add_numbers",
    {
      description: "Adds two numbers",
      inputSchema: z.object({
        a: z.number(),
        b: z.number().default(2),
        unit: z.enum(["metres", "feet"]).optional(),
      }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  );
  tools.registerTool("report_failure", { description: "Reports a failure of its own" }, async () => ({
    content: [{ type: "text", text: "the kiln is cold" }],
    isError: true,
  }));
  tools.registerTool("break_down", { description: "Throws" }, async () => {
    throw new Error("the fuse is wet");
  });
  tools.registerTool(
    "fire_kiln",
    {
      description: "Takes its time, and tells how far it is",
      inputSchema: z.object({ steps: z.number(), forever: z.boolean().optional() }),
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ steps, forever }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (let step = 1; step <= steps; step += 1) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
          await mcpReq.notify({ method: "notifications/progress", params });
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (forever === true) {
        if (!mcpReq.signal.aborted) {
          await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
        }
        seen.cancelled.push("fire_kiln");
      }
      return { content: [{ type: "text", text: "fired" }] };
    },
  );
  tools.registerTool(
    "name_pot",
    { description: "Asks the user for a name", inputSchema: z.object({ pot: z.string() }) },
    async ({ pot }, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.["name"] as
        | { action?: string; content?: { name?: string } }
        | undefined;
      if (answer?.action === "accept") {
        const text = `${pot} is called ${answer.content?.name} (${mcpReq.requestState() ?? "no state"})`;
        return { content: [{ type: "text", text }] };
      }
      const requestedSchema = {
        type: "object" as const,
        properties: { name: { type: "string" as const } },
        required: ["name"],
      };
      return inputRequired({
        inputRequests: { name: inputRequired.elicit({ message: `How is ${pot} called?`, requestedSchema }) },
        requestState: `pot ${pot}`,
      });
    },
  );
}
