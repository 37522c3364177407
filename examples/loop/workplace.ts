import { defineTool, type Tool } from "@plimsoll/core";
import { z } from "zod";

/** An issue tracker in memory, so that the example needs no account anywhere. */
export const tracker = {
  issues: [] as { readonly repo: string; readonly title: string; readonly body: string | undefined }[],
  async open(repo: string, title: string, body: string | undefined, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    this.issues.push({ repo, title, body });
    return `Opened ${repo}#${this.issues.length}: ${title}`;
  },
};

const SYSTEMS: Readonly<Record<string, readonly string[]>> = {
  calendar: ["event", "invitation", "reminder", "meeting room"],
  chat: ["channel", "message", "thread", "reaction"],
  crm: ["contact", "company", "deal", "pipeline"],
  database: ["table", "row", "index", "backup"],
  deploy: ["release", "environment", "rollout", "certificate"],
  design: ["frame", "component", "comment", "style"],
  finance: ["invoice", "payment", "refund", "budget"],
  fleet: ["machine", "container", "volume", "network"],
  mail: ["draft", "label", "filter", "mailbox"],
  metrics: ["dashboard", "alert", "query", "incident"],
  people: ["employee", "team", "vacation", "payslip"],
  wiki: ["page", "space", "template", "attachment"],
};

const VERBS: Readonly<Record<string, string>> = {
  get: "Read one",
  list: "List every",
  create: "Add a new",
  update: "Change fields of an existing",
  delete: "Remove one",
  search: "Search by text for any",
  export: "Write to a file each",
  share: "Give somebody access to one",
};

const target = z.object({
  id: z.string().optional().describe("Identifier, as a list or a search returns it"),
  fields: z.record(z.string(), z.string()).optional().describe("What to set, by field name"),
});

const everydayTools: Tool[] = ["read", "edit", "bash"].map((name) =>
  defineTool({
    name,
    description: `The ${name} tool of this workplace`,
    input: z.object({ path: z.string() }),
    run: ({ path }) => `${name} ${path}`,
  }),
);

/** What a busy workplace has: three tools of every day, and every verb over every thing of twelve systems. */
export const hundredsMore: readonly Tool[] = [
  ...everydayTools,
  ...Object.entries(SYSTEMS).flatMap(([system, things]) =>
    things.flatMap((thing) =>
      Object.entries(VERBS).map(([verb, words]) =>
        defineTool({
          name: `${system}_${verb}_${thing.replace(" ", "_")}`,
          description: `${words} ${thing} in the ${system} system`,
          input: target,
          domain: system,
          run: ({ id }) => `${verb} ${thing} ${id ?? ""}`.trim(),
        }),
      ),
    ),
  ),
];
