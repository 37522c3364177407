import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import type { Handler, HandlerModule } from "./handler.ts";
import { importOnce } from "./import-once.ts";
import type { JsonSchema } from "./json-schema.ts";
import {
  type InferOutput,
  isStandardSchema,
  type StandardSchema,
  toInputJsonSchema,
  toInputParser,
} from "./standard-schema.ts";
import type { Execution, Tool } from "./tool.ts";

type HandlerInput<Schema> = Schema extends StandardSchema ? InferOutput<Schema> : Record<string, unknown>;
type Described = Omit<Tool, "inputSchema" | "outputSchema" | "execution" | "parseInput">;

/** What a developer writes to define a tool. With neither `run` nor `runFrom`, the host executes it. */
export interface ToolOptions<Schema extends StandardSchema | JsonSchema> extends Described {
  /** The schema of the arguments; a tool that takes none needs none. */
  readonly input?: Schema;
  readonly output?: StandardSchema | JsonSchema;
  /** Another name of `lazy`; where both are said, `lazy` counts. */
  readonly shouldDefer?: boolean;
  readonly run?: Handler<HandlerInput<Schema>>;
  /** A module that exports `run`, imported on the first call: `() => import("./create-issue.ts")`. */
  readonly runFrom?: () => Promise<HandlerModule<HandlerInput<Schema>>>;
}

const NO_ARGUMENTS: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

/** Defines a tool in code. The handler's input has the type that the schema infers. */
export function defineTool<const Schema extends StandardSchema | JsonSchema>(
  options: ToolOptions<Schema>,
): Tool {
  const { input, output, run, runFrom, shouldDefer, ...described } = options;
  checkName(described.name);
  const parseInput = isStandardSchema(input) ? toInputParser(input) : undefined;
  return {
    ...defined({ lazy: shouldDefer }),
    ...described,
    inputSchema: input === undefined ? NO_ARGUMENTS : toJsonSchema(described.name, input),
    ...(output === undefined ? {} : { outputSchema: toJsonSchema(described.name, output) }),
    ...defined({ parseInput }),
    execution: toExecution(run ?? (runFrom && importOnce(runFrom))),
  };
}

// The handler's input type has been inferred for the developer; from here on the schema stands for it.
function toExecution(run: unknown): Execution {
  return run === undefined ? { type: "host" } : { type: "run", run: run as Handler };
}

function checkName(name: unknown): void {
  if (typeof name !== "string" || name === "") {
    throw invalidTool(String(name), "its name is empty. Give it a name such as create_issue");
  }
  if (name.includes("/")) {
    throw invalidTool(name, "a name from code has no “/”, which stands between a source and its tools");
  }
}

function toJsonSchema(tool: string, schema: StandardSchema | JsonSchema): JsonSchema {
  if (!isStandardSchema(schema)) {
    if (!isRecord(schema)) throw invalidTool(tool, "its schema is neither JSON Schema nor a Standard Schema");
    return schema;
  }
  if (schema["~standard"].jsonSchema === undefined) {
    const vendor = schema["~standard"].vendor;
    throw invalidTool(
      tool,
      `its ${vendor} schema cannot say itself as JSON Schema. Wrap it with ${vendor}'s converter, or pass JSON Schema`,
    );
  }
  try {
    return toInputJsonSchema(schema);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw invalidTool(tool, `its schema has a part that JSON Schema cannot say (${said})`, cause);
  }
}

/** That a tool defined in code is not usable. */
export function invalidTool(tool: string, reason: string, cause?: unknown): PlimsollError<"TOOL_INVALID"> {
  return new PlimsollError("TOOL_INVALID", `Tool "${tool}": ${reason}.`, { tool, reason }, { cause });
}
