import type { StoredListing } from "../../src/upstream/stored-listing.ts";

type Item = Readonly<Record<string, unknown>>;

let listedAt = Date.now();

/** A listing of these tools, and of whatever else; each is later than the one before. */
export function listingOf(tools: readonly Item[], more: Partial<StoredListing> = {}): StoredListing {
  listedAt += 1;
  return {
    config: "",
    listedAt,
    era: "legacy",
    eraAt: 0,
    tools: tools as unknown as StoredListing["tools"],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    schemaHashes: {},
    ...more,
  };
}

/** A tool as a server lists it. */
export function tool(name: string, description: string = `Does ${name.length}.`, more: Item = {}): Item {
  return { name, description, inputSchema: { type: "object" }, ...more };
}

/** The names of the tools of a listing. */
export function namesOf({ tools }: StoredListing): string[] {
  return tools.map(({ name }) => name);
}
