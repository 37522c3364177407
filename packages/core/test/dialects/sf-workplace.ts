import { readFileSync } from "node:fs";
import {
  createRuntime,
  parseManifest,
  type ResultMessage,
  type Runtime,
  type RuntimeOptions,
  type Tool,
} from "@plimsoll/core";
import type { SfToolSearchResult } from "../../src/dialects/sf/search-result.ts";
import { sf } from "../../src/dialects/sf/sf.ts";
import { aTool } from "../fixtures.ts";
import { calling, type Talk } from "../runtime/talk.ts";

/** The seed's suggestion as a manifest: an eager baseline and lazy groups, plain strings and objects in one list. */
export const MANIFEST = parseManifest(
  JSON.parse(readFileSync(new URL("./sf.manifest.json", import.meta.url), "utf8")),
);

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  memory_graph: "Show the records around a record of memory",
  memory_search: "Search memory by words",
  cancel_subagent: "Stop a subagent for good",
  codebase_search: "Search the codebase by meaning",
};

const isName = (name: string): boolean => name !== "sf_tool_search" && name !== "find";

/** A registered tool for every name of the manifest; each is called with the id of something. */
export const TOOLS: readonly Tool[] = MANIFEST.provides.tools
  .map((tool) => (typeof tool === "string" ? tool : tool.name))
  .filter(isName)
  .map((name) =>
    aTool(name, {
      description: DESCRIPTIONS[name] ?? `The ${name.replaceAll("_", " ")} tool of the workplace`,
      inputSchema: {
        type: "object",
        properties: { id: { type: "string" }, depth: { type: "integer" } },
        required: ["id"],
      },
    }),
  );

/** The names that the manifest leaves in the array from the first step on, in the array's order. */
export const EAGER: readonly string[] = MANIFEST.provides.tools
  .flatMap((tool) => (typeof tool === "string" ? tool : tool.lazy === true ? [] : tool.name))
  .filter(isName)
  .concat("sf_tool_search")
  .sort();

/** The names that it makes lazy. */
export const LAZY: readonly string[] = MANIFEST.provides.tools.flatMap((tool) =>
  typeof tool === "object" && tool.lazy === true ? tool.name : [],
);

/** A runtime over the manifest, in the dialect under test. */
export function aWorkplace(options: RuntimeOptions = {}): Runtime {
  return createRuntime({ manifest: MANIFEST, tools: TOOLS, dialect: sf, ...options });
}

/** Lets the model search, and answers the result's entry. */
export async function search(talk: Talk, input: Readonly<Record<string, unknown>>): Promise<ResultMessage> {
  const entries = await talk.call(calling("sf_tool_search", input));
  const result = entries.find((entry): entry is ResultMessage => entry.role === "tool");
  if (result === undefined) throw new Error("the search was not answered");
  return result;
}

/** The structured content of a search's result. */
export async function found(
  talk: Talk,
  input: Readonly<Record<string, unknown>>,
): Promise<SfToolSearchResult> {
  return (await search(talk, input)).structuredContent as SfToolSearchResult;
}
