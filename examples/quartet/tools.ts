import type { LifecycleRow, Tool } from "@plimsoll/core";

type Parameter = Readonly<Record<string, unknown>>;

const PATH = text("Project directory");
const KIND = oneOf("spec", "change", "task");
const PHASE = oneOf("plan", "implement", "review");
const PRIORITY = oneOf("critical", "high", "medium", "low");
const STATUS = oneOf("pending", "in_progress", "blocked", "completed");

/** What the design finds for "spec management". No word of theirs says so, hence the keyword. */
const MANAGED: ReadonlySet<string> = new Set([
  "spec_init",
  "spec_create",
  "spec_update",
  "spec_list",
  "spec_show",
]);

/**
 * The 26 tools of a harness for spec-driven work in Go: their names are those of go-ent, whose design this dialect
 * speaks; descriptions, parameters and answers are of our own. Every one is lazy, so that only the four are there at
 * the start.
 */
export const goEntTools: readonly Tool[] = [
  tool("spec_init", "Initialize the openspec folder of a project", { path: PATH }, ["path"]),
  tool(
    "spec_create",
    "Create a spec, change or task from its text. The id becomes the folder's name and must not be taken yet.",
    {
      path: PATH,
      type: KIND,
      id: text("Lower-case words joined by hyphens, such as add-login"),
      content: text("The document, in Markdown, with its front matter"),
      change_id: text("For a task: the change that it belongs to"),
    },
    ["path", "type", "id", "content"],
  ),
  tool(
    "spec_update",
    "Update a spec, change or task that exists: the new text takes the place of the old one.",
    {
      path: PATH,
      type: KIND,
      id: text("Which one"),
      content: text("The whole new document, in Markdown"),
      append: flag("Add to the end and keep what is there"),
    },
    ["path", "type", "id", "content"],
  ),
  tool(
    "spec_delete",
    "Delete a document for good: what it said, its deltas and its folder. Refused while an open change refers to it.",
    {
      path: PATH,
      type: KIND,
      id: text("Which one"),
      force: flag("Also where something still refers to it"),
      dry_run: flag("Only say what would go, and leave everything in place"),
    },
    ["path", "type", "id"],
  ),
  tool("spec_list", "List specs, changes or tasks", {
    path: PATH,
    type: KIND,
    status: oneOf("open", "archived", "all"),
  }),
  tool(
    "spec_show",
    "Show a spec, change or task in full",
    { path: PATH, type: KIND, id: text("Which one"), deltas: flag("Also what the change does to specs") },
    ["path", "type", "id"],
  ),
  tool(
    "spec_validate",
    "Validate OpenSpec files. Type can be 'spec', 'change', or 'all'. Use strict mode for comprehensive validation.",
    {
      path: text("Path to project directory"),
      type: oneOf("spec", "change", "all"),
      id: text("Specific spec/change ID"),
      strict: flag("Enable strict validation"),
    },
    ["path"],
  ),
  tool(
    "spec_archive",
    "Archive a completed change: its folder moves to the archive, under today's date, and its deltas are merged into what is in force.",
    {
      path: PATH,
      id: text("The change"),
      skip_merge: flag("Leave what is in force alone"),
      dry_run: flag("Only say what would move"),
    },
    ["path", "id"],
  ),
  tool("registry_list", "List tasks of the registry", {
    path: PATH,
    change_id: text("Only of this change"),
    status: STATUS,
    priority: PRIORITY,
  }),
  tool("registry_next", "Get the next task to work on, by priority and dependencies", {
    path: PATH,
    count: whole("How many, default 1"),
  }),
  tool(
    "registry_update",
    "Update a task's status, priority or assignee",
    {
      path: PATH,
      task_id: text("change/number"),
      status: STATUS,
      priority: PRIORITY,
      assignee: { type: "string" },
    },
    ["task_id"],
  ),
  tool(
    "registry_sync",
    "Synchronize with the tasks.md files of all changes. What was ticked there is completed, what is new is added, and what is gone is dropped.",
    {
      path: PATH,
      change_id: text("Only this change"),
      prefer: { ...oneOf("files", "registry"), description: "Which side is right where both have changed" },
      dry_run: flag("Only report the differences"),
    },
    ["path"],
  ),
  tool(
    "registry_deps",
    "Show, add or remove the dependencies of a task, also across changes. A circle is refused, and those that form it are named.",
    {
      path: PATH,
      task_id: text("change/number"),
      action: oneOf("show", "add", "remove"),
      depends_on: texts("What has to be done before"),
      transitive: flag("Show what these depend on in turn"),
    },
    ["task_id", "action"],
  ),
  tool(
    "registry_init",
    "Initialize an empty registry file, ready for a first synchronization. An existing file is kept unless told otherwise.",
    {
      path: PATH,
      overwrite: flag("Start anew where a file exists, after a backup beside it"),
      format: { ...oneOf("yaml", "json"), description: "How it is written, default yaml" },
    },
    ["path"],
  ),
  tool(
    "workflow_start",
    "Start a guided workflow for a change",
    { path: PATH, change_id: text("The change"), phase: PHASE },
    ["path", "change_id"],
  ),
  tool("workflow_status", "Check a workflow's status and wait points", { path: PATH }, ["path"]),
  tool("workflow_approve", "Approve the wait point and continue the workflow", { path: PATH }, ["path"]),
  tool(
    "loop_start",
    "Start an autonomous loop with self-correction",
    { path: PATH, goal: text("What to reach"), max_iterations: whole() },
    ["path", "goal"],
  ),
  tool("loop_get", "Get the loop's state", { path: PATH }, ["path"]),
  tool(
    "loop_set",
    "Record how an iteration of the loop went, so that the next one can learn from it: the error it met, the adjustment to try, and whether to go on.",
    {
      path: PATH,
      iteration: whole("Counted from 1"),
      error: text("What went wrong, in the words of the compiler or the test"),
      adjustment: text("What to do differently next time"),
      status: oneOf("running", "succeeded", "failed", "paused"),
    },
    ["path", "iteration"],
  ),
  tool("loop_cancel", "Cancel the running loop", { path: PATH }, ["path"]),
  tool(
    "generate",
    "Generate code for a new Go project from templates: module, folders, build files and a service that answers a health check.",
    {
      path: text("Directory to write to; it must be empty or absent"),
      module: text("Module path, such as example.com/shop"),
      archetype: text("As list_archetypes names it, default standard"),
      features: texts("What to add, such as http, grpc, postgres or kafka"),
      go_version: text("Default: the one that is installed"),
      git: flag("Also begin a repository with a first commit"),
      dry_run: flag("Only name the files"),
    },
    ["path", "module"],
  ),
  tool(
    "generate_component",
    "Generate the code scaffold of one component: types, repository, handler and tests, with marks where logic has to be written.",
    {
      path: PATH,
      file: text("What specifies it, relative to the project"),
      component: text("Its name, in the singular"),
      layers: {
        type: "array",
        items: oneOf("domain", "repository", "usecase", "transport"),
        description: "Default: all of them",
      },
      overwrite: flag("Replace files that exist"),
    },
    ["path", "file", "component"],
  ),
  tool(
    "generate_from_spec",
    "Generate a whole project's code from its specification: the archetype is chosen by what it asks for, and every component is written in turn.",
    {
      path: text("Directory to write to; it must be empty or absent"),
      file: text("The specification, in Markdown"),
      module: text("Module path, such as example.com/shop"),
      archetype: text("In place of the one that would be chosen"),
      dry_run: flag("Only answer the plan: files, components and what was understood"),
    },
    ["path", "file", "module"],
  ),
  tool(
    "list_archetypes",
    "List available project archetypes, each with the features it brings, the folders it lays out and when to choose it.",
    {
      features: texts("Only those that can have all of these"),
      verbose: flag("Also the files that each of them writes"),
    },
  ),
  tool(
    "agent_execute",
    "Execute a task with an agent. Model and skills are chosen by how complex the work looks, within the budget, unless they are given.",
    {
      path: PATH,
      task: text("What to do, as one would tell a colleague"),
      agent: oneOf("architect", "developer", "reviewer", "tester", "debugger"),
      model: text("In place of the one that would be chosen"),
      skills: texts("Skills to hand over, by name"),
      budget_usd: { type: "number", description: "The most it may cost" },
      timeout_minutes: whole("Default 30"),
    },
    ["path", "task"],
  ),
];

/** The names that these tools had before, as the lifecycle table of a manifest says it: they replay, and are shown nowhere. */
export const oldNames: readonly LifecycleRow[] = goEntTools.map(({ name }) => ({
  name: `go_ent_${name}`,
  replacement: name,
  state: "hidden",
  first_deprecated_version: "0.3.0",
  planned_removal_version: "TBD",
  replay_supported: true,
}));

function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, Parameter>>,
  required: readonly string[] = [],
): Tool {
  return {
    name,
    description,
    inputSchema: { type: "object", properties, ...(required.length === 0 ? {} : { required }) },
    lazy: true,
    ...(MANAGED.has(name) ? { keywords: ["management"] } : {}),
    execution: { type: "run", run: (input) => `${name} ${JSON.stringify(input)}` },
  };
}

function text(description: string): Parameter {
  return { type: "string", description };
}

function texts(description: string): Parameter {
  return { type: "array", items: { type: "string" }, description };
}

function flag(description: string): Parameter {
  return { type: "boolean", description };
}

function whole(description?: string): Parameter {
  return { type: "integer", ...(description === undefined ? {} : { description }) };
}

function oneOf(...values: readonly string[]): Parameter {
  return { type: "string", enum: values };
}
