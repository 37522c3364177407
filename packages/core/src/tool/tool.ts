import type { Handler } from "./handler.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What a tool may do to the world. */
export type Risk =
  | "read" // changes nothing
  | "write" // changes something, and can be undone or is harmless
  | "destructive"; // may lose something for good

/** Hints of MCP about a tool's behaviour: a claim, trusted only as far as its source is. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Who runs a tool. */
export type Execution =
  | { readonly type: "run"; readonly run: Handler } // Plimsoll, through its handler
  | { readonly type: "host" } // the host: the call ends in the outcome `host-executes`
  | { readonly type: "provider"; readonly definition: unknown }; // the model's provider, by a definition of its own

/** A call worth imitating. */
export interface ToolExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/** A named capability with a JSON Schema, a description and a handler. Made by `defineTool` or by a source. */
export interface Tool {
  /** Unique within its source; code tools have no `/` in theirs. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** The part of the world it belongs to, for filters and previews; its source's id unless told otherwise. */
  readonly domain?: string;
  /** Other names that resolve to it. */
  readonly aliases?: readonly string[];
  /** Absent, it counts as `write`, and unverified. */
  readonly risk?: Risk;
  /** Whether it reaches beyond the host's own system. */
  readonly external?: boolean;
  readonly keywords?: readonly string[];
  /** Words for the search index alone. */
  readonly searchHint?: string;
  /** One line for the prompt section: from step one if the tool is in the head, else inside its load's result. */
  readonly promptSnippet?: string;
  readonly guidelines?: readonly string[];
  /** The line that advertises it while it is deferred; made from the description if absent. */
  readonly card?: string;
  /** What not to do instead, said once after it is loaded ("do not fall back to bash"). */
  readonly antiFallback?: string;
  /** Kept out of the head unless pinned. */
  readonly lazy?: boolean;
  /** Asks the user, plans, clarifies: never deferred, because such tools fall out of use when hidden. */
  readonly behavioural?: boolean;
  readonly examples?: readonly ToolExample[];
  /** The most tokens its result may take at once; beyond that the model is given a page. The runtime's if absent. */
  readonly resultTokens?: number;
  readonly execution: Execution;
  /** The schema library's own check, run after JSON Schema; what it returns is what the handler receives. */
  readonly parseInput?: InputParser;
}

/** What a schema library answers: the value to hand on, or what is wrong with it. */
export type ParsedInput =
  | { readonly type: "ok"; readonly value: unknown }
  | { readonly type: "invalid"; readonly issues: readonly InputIssue[] };

/** One thing wrong with a call's arguments. */
export interface InputIssue {
  /** JSON Pointer to the place, empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** Checks arguments beyond JSON Schema and fills in what the schema library fills in. */
export type InputParser = (value: unknown) => ParsedInput | Promise<ParsedInput>;
