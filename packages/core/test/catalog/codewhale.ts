import { readFileSync } from "node:fs";
import {
  createRuntime,
  type Manifest,
  type Policy,
  parseManifest,
  type Runtime,
  type Tool,
} from "@plimsoll/core";
import { aTool } from "../fixtures.ts";

const FILE = new URL("./codewhale.manifest.json", import.meta.url);

/** The deprecation manifest of a terminal agent, with the families that it says are no diet targets. */
export const manifest: Manifest = parseManifest(JSON.parse(readFileSync(FILE, "utf8")));

/** The retired names of the manifest, by state, each with its living twin. */
export const RETIRED: readonly { name: string; twin: string; note: string | undefined }[] = (
  manifest.lifecycle ?? []
).map(({ name, replacement = "", note }) => ({ name, twin: replacement, note }));

/** Names that exist as dead code alone. */
export const LEGACY_SUBAGENTS: readonly string[] = [
  "agent_spawn",
  "spawn_agent",
  "agent_result",
  "agent_wait",
  "agent_send_input",
  "send_input",
  "agent_assign",
  "agent_list",
  "agent_cancel",
  "resume_agent",
  "delegate_to_agent",
];

/** Of the eight tools of the narrowed provider the policy gives the number, not the names. */
export const ARCEE_FIRST_TURN: readonly string[] = [
  "file_search",
  "git_log",
  "git_status",
  "grep_files",
  "list_dir",
  "project_map",
  "read_file",
  "web_search",
];

/** What the agent decides by model and mode: all of it is data. */
export const policy: Policy = {
  gates: [{ tools: ["tool_agent"], models: ["deepseek-v4*"] }],
  heads: [
    { models: ["trinity*"], only: ARCEE_FIRST_TURN },
    { modes: ["yolo"], pins: ["github/*"] },
  ],
};

/** Every tool as it is registered: a retired name shares the handler of its twin. */
export function registered(): readonly Tool[] {
  const living = manifest.provides.tools.map((tool) => aTool(typeof tool === "string" ? tool : tool.name));
  const byName = new Map(living.map((tool) => [tool.name, tool]));
  const aliases = RETIRED.flatMap(({ name, twin }) => {
    const tool = byName.get(twin);
    return tool === undefined ? [] : { ...tool, name };
  });
  return [...living, ...aliases];
}

/** The agent, with a server beside its own tools. */
export function codewhale(
  tools: readonly Tool[] = registered(),
  laid: Manifest | undefined = manifest,
): Runtime {
  const runtime = createRuntime({ tools, policy, ...(laid === undefined ? {} : { manifest: laid }) });
  runtime.catalog.replace(
    { id: "github", kind: "mcp" },
    { tools: ["create_issue", "list_issues"].map((name) => aTool(name)) },
  );
  return runtime;
}
