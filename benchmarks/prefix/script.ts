/** A tool of the scripted conversation: what it is, without how anybody defines tools. */
export interface ScriptTool {
  readonly name: string;
  readonly description: string;
  /** Every one takes an optional note. */
  readonly parameter: string;
}

/** What the scripted model does, in nobody's words. */
export type Action =
  | { readonly type: "load"; readonly tool: string } // a deferred tool is asked for
  | { readonly type: "call"; readonly tool: string; readonly input: object } // a tool is called, deferred or not
  | { readonly type: "wrong"; readonly tool: string; readonly input: object }; // a call of no tool, or with ill arguments

/** One turn: the user's words, the batches of the model's replies, and a last reply in words. */
export interface Turn {
  readonly user: string;
  readonly batches: readonly (readonly Action[])[];
}

/** A conversation that every contender leads. */
export interface Script {
  readonly pins: readonly ScriptTool[];
  readonly deferred: readonly ScriptTool[];
  readonly turns: readonly Turn[];
}

const AREAS = ["calendar", "mail", "chat", "wiki", "deploy", "metrics", "finance", "people"];
const VERBS = ["list", "create", "update", "archive", "share"];

const pins: readonly ScriptTool[] = [
  { name: "read", description: "Read a file of the workspace", parameter: "path" },
  { name: "edit", description: "Change a file of the workspace", parameter: "path" },
];

const deferred: readonly ScriptTool[] = AREAS.flatMap((area) =>
  VERBS.map((verb) => ({
    name: `${area}_${verb}`,
    description: `${verb} entries of the ${area} system, one or many, by their identifier`,
    parameter: "id",
  })),
);

// Not in the order of their names: a list that is kept sorted shows.
const LOADED: readonly string[] = Array.from(
  { length: 12 },
  (_, at) => deferred[(at * 17 + 5) % deferred.length]?.name ?? "",
);

const SPECIAL: readonly Action[] = [
  call("read"),
  { type: "call", tool: "edit", input: { path: "fail" } },
  { type: "wrong", tool: "raed", input: { path: "a" } },
  { type: "wrong", tool: "no_such_thing", input: {} },
  { type: "wrong", tool: "read", input: { path: 7 } },
];

/** Thirty steps in five turns, twelve loads, calls side by side, one that fails, three that are wrong. */
export const SCRIPT: Script = {
  pins,
  deferred,
  turns: [0, 1, 2, 3, 4].map((turn) => ({
    user: `Do part ${turn + 1} of the work.`,
    batches: batchesOf(turn),
  })),
};

function batchesOf(turn: number): Turn["batches"] {
  const [first = "read", second = "edit", third = "read"] = LOADED.slice(turn * 3, turn * 3 + 3);
  const isLoading = turn < 4;
  const load = (tool: string): Action => (isLoading ? { type: "load", tool } : call("read"));
  return [
    [load(first)],
    [call(first), load(second)],
    [SPECIAL[turn] ?? call("read")],
    [load(third)],
    [call(second), call(third)],
  ];
}

function call(tool: string): Action {
  const input = tool === "read" || tool === "edit" ? { path: "a.ts" } : { id: "42" };
  return { type: "call", tool, input };
}

/** What a tool of the script does. */
export function runScripted(tool: string, input: Readonly<Record<string, unknown>>): string {
  if (input["path"] === "fail") throw new Error("The file is locked");
  return `${tool} did ${JSON.stringify(input)}`;
}

/** The JSON Schema of a tool of the script. */
export function schemaOf({ parameter }: ScriptTool): {
  readonly type: "object";
  readonly properties: Record<string, { readonly type: "string"; readonly description: string }>;
  readonly required: string[];
} {
  return {
    type: "object",
    properties: {
      [parameter]: { type: "string", description: `The ${parameter} to work on` },
      note: { type: "string", description: "Words for the log" },
    },
    required: [parameter],
  };
}
