import { PlimsollError } from "../../errors.ts";
import { messageOf } from "../../internal/message-of.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { isStandardSchema } from "../../tool/standard-schema.ts";
import type { InputParser, Tool } from "../../tool/tool.ts";
import { runSdkTool } from "./run-sdk-tool.ts";
import type { SdkTool } from "./sdk-types.ts";

// How the SDK marks its own schemas; shared through the global symbol registry.
const SCHEMA = Symbol.for("vercel.ai.schema");

/**
 * A tool of the SDK as one of Plimsoll's. A schema that has to be waited for makes it a promise. A tool without
 * `execute` is the host's to answer: it is never deferred, because only a call by its own name reaches the host.
 */
export function fromSdkTool(name: string, tool: SdkTool): Tool | Promise<Tool> {
  const { title, description = "", inputSchema, execute } = tool;
  if (typeof description !== "string") {
    const reason = "its description depends on a context. Give it a text";
    throw new PlimsollError("TOOL_INVALID", `Tool "${name}": ${reason}.`, { tool: name, reason });
  }
  const described = {
    name,
    description,
    ...(title === undefined ? {} : { title }),
    ...(execute === undefined ? { behavioural: true } : { run: runSdkTool(name, tool) }),
  };
  // What is no schema of the SDK's is read as `defineTool` reads it, and refused there if it is none.
  const define = (input: unknown): Tool =>
    defineTool({ ...described, ...(input === undefined ? {} : { input: input as JsonSchema }) });
  const schema = readSchema(inputSchema);
  if (!isSdkSchema(schema)) return define(schema);
  const { jsonSchema, validate } = schema;
  const withSchema = (input: unknown): Tool => {
    const { $schema: _dialect, ...rest } = (input ?? {}) as JsonSchema;
    const made = define(rest);
    return validate === undefined ? made : { ...made, parseInput: toParser(validate) };
  };
  return isPromise(jsonSchema) ? Promise.resolve(jsonSchema).then(withSchema) : withSchema(jsonSchema);
}

interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => unknown) | undefined;
}

/** A schema may be a function that makes it. */
function readSchema(schema: unknown): unknown {
  return typeof schema === "function" && !isStandardSchema(schema) ? (schema as () => unknown)() : schema;
}

function isSdkSchema(schema: unknown): schema is SdkSchema {
  return typeof schema === "object" && schema !== null && SCHEMA in schema && "jsonSchema" in schema;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}

function toParser(validate: (value: unknown) => unknown): InputParser {
  return async (value) => {
    const read = (await validate(value)) as { success: boolean; value?: unknown; error?: unknown };
    return read.success
      ? { type: "ok", value: read.value }
      : { type: "invalid", issues: [{ path: "", message: messageOf(read.error) }] };
  };
}
