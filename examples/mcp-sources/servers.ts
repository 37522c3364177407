import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** Two servers inside this process, in place of what would be processes or addresses. */

/** Connects to a server of issues. */
export async function connectGithub(): Promise<Client> {
  const server = new McpServer({ name: "github", version: "1" });
  const title = z.string().describe("What is wrong, in one line");
  server.registerTool(
    "create_issue",
    {
      description: "Open an issue in a repository",
      inputSchema: z.object({
        repo: z.string(),
        title,
        label: z.enum(["bug", "feature", "chore"]).optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ repo, title }) => ({ content: [{ type: "text", text: `${repo}#1: ${title}` }] }),
  );
  server.registerTool(
    "list_issues",
    { description: "List the issues of a repository", inputSchema: z.object({ repo: z.string() }) },
    async ({ repo }) => ({ content: [{ type: "text", text: `${repo} has none` }] }),
  );
  return connect(server);
}

/** How often the server of documents has been connected to. */
export const docs: { connections: number } = { connections: 0 };

/** Connects to a server of documents. */
export async function connectDocs(): Promise<Client> {
  docs.connections += 1;
  const server = new McpServer({ name: "docs", version: "1" });
  server.registerTool(
    "read_page",
    { description: "Read a page of the handbook", inputSchema: z.object({ page: z.string() }) },
    async ({ page }) => ({ content: [{ type: "text", text: `${page}: ask in the harbour office.` }] }),
  );
  return connect(server);
}

async function connect(server: McpServer): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "example", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}
