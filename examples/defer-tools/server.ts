import { McpServer } from "@modelcontextprotocol/server";
import { deferTools } from "@plimsoll/core/mcp";
import { z } from "zod";

const TABLES = [
  "customers",
  "invoices",
  "orders",
  "payments",
  "products",
  "shipments",
  "suppliers",
  "tickets",
];
const VERBS = {
  archive: "Move old rows of",
  count: "Count the rows of",
  describe: "Describe the columns of",
  export: "Write as CSV the rows of",
  import: "Add from CSV rows to",
  purge: "Delete for good all rows of",
};

/** A server with too many tools: one for every verb and table, and one that is used all the time. */
export function createDatabaseServer(): McpServer {
  const server = new McpServer({ name: "database", version: "1" });

  const tools = deferTools(server, { pins: ["query"] });
  tools.registerTool(
    "query",
    { description: "Run a query and return its rows", inputSchema: z.object({ sql: z.string() }) },
    async ({ sql }) => ({ content: [{ type: "text", text: `0 rows for ${sql}` }] }),
  );
  for (const [verb, words] of Object.entries(VERBS)) {
    for (const table of TABLES) {
      const annotations = { readOnlyHint: verb === "count" || verb === "describe" };
      tools.registerTool(
        `${verb}_${table}`,
        {
          description: `${words} ${table}`,
          inputSchema: z.object({ where: z.string().optional() }),
          annotations,
        },
        async ({ where }) => ({ content: [{ type: "text", text: `${verb} ${table} ${where ?? "all"}` }] }),
      );
    }
  }
  return server;
}
