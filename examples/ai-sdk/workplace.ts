import { type ToolSet, tool } from "ai";
import { z } from "zod";

const issues: string[] = [];

/** Tools of every day, an issue tracker, and everything else that a workplace has. */
export const tools: ToolSet = {
  read: tool({
    description: "Read a file",
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => `The text of ${path}`,
  }),
  edit: tool({
    description: "Change a file",
    inputSchema: z.object({ path: z.string(), text: z.string() }),
    execute: ({ path }) => `Changed ${path}`,
  }),
  create_issue: tool({
    description: "Open an issue in a repository",
    inputSchema: z.object({ repo: z.string(), title: z.string(), body: z.string().optional() }),
    execute: ({ repo, title }) => `Opened ${repo}#${issues.push(title)}: ${title}`,
  }),
  ...Object.fromEntries(
    ["calendar", "chat", "crm", "finance", "mail", "wiki"].flatMap((system) =>
      ["list", "create", "update", "archive", "export"].flatMap((verb) =>
        ["entry", "folder", "template", "comment"].map((thing) => [
          `${system}_${verb}_${thing}`,
          tool({
            description: `${verb} a ${thing} of the ${system} system. ${"Takes the fields that the system itself has for it, by their names there. ".repeat(8)}`,
            inputSchema: z.object({
              id: z.string().optional(),
              fields: z.record(z.string(), z.string()).optional(),
            }),
            execute: ({ id }) => `${verb} ${thing} ${id ?? ""}`.trim(),
          }),
        ]),
      ),
    ),
  ),
};
