import { defineTool, type Tool } from "@plimsoll/core";
import { z } from "zod";

/** A database that outlives the processes of the example. */
export const database = {
  customers: [
    { id: 1, name: "Ada", test: false },
    { id: 2, name: "Test One", test: true },
    { id: 3, name: "Test Two", test: true },
  ],
  backups: 0,
  save(): string {
    this.backups += 1;
    return `Saved as backup-${this.backups}`;
  },
};

/** A tool without a handler, which the host runs itself, and one that loses something for good. */
export const tools: readonly Tool[] = [
  defineTool({
    name: "save_backup",
    description: "Save a backup of the database",
    input: z.object({ name: z.string().default("backup") }),
    risk: "write",
  }),
  defineTool({
    name: "delete_customers",
    description: "Delete the customers that are marked as a test, or all of them",
    input: z.object({ only: z.enum(["test", "all"]) }),
    risk: "destructive",
    run: ({ only }) => {
      const before = database.customers.length;
      database.customers = database.customers.filter(({ test }) => only === "test" && !test);
      return `Deleted ${before - database.customers.length} customers`;
    },
  }),
];
