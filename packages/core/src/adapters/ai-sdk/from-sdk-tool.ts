import { defined } from "../../internal/defined.ts";
import { isRecord } from "../../internal/is-record.ts";
import { messageOf } from "../../internal/message-of.ts";
import { defineTool, invalidTool } from "../../tool/define-tool.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { isStandardSchema } from "../../tool/standard-schema.ts";
import type { InputParser, Tool } from "../../tool/tool.ts";
import { runSdkTool } from "./run-sdk-tool.ts";
import type { SdkTool } from "./sdk-types.ts";
import { whenThere } from "./when-there.ts";

// How the SDK marks its own schemas; shared through the global symbol registry.
const SCHEMA = Symbol.for("vercel.ai.schema");

/**
 * A tool of the SDK as one of Plimsoll's. A schema that has to be waited for makes it a promise. A tool without
 * `execute` is the host's to answer: it is never deferred, because only a call by its own name reaches the host.
 */
export function fromSdkTool(name: string, tool: SdkTool): Tool | Promise<Tool> {
  const { title, description = "", inputSchema, execute } = tool;
  if (typeof description !== "string") {
    throw invalidTool(name, "its description depends on a context. Give it a text");
  }
  const described = {
    name,
    description,
    ...defined({ title }),
    ...(execute === undefined ? { behavioural: true } : { run: runSdkTool(name, tool) }),
  };
  // What is no schema of the SDK's is read as `defineTool` reads it, and refused there if it is none.
  const define = (input: unknown): Tool => defineTool({ ...described, input: input as JsonSchema });
  // A schema may be a function that makes it.
  const isMade = typeof inputSchema === "function" && !isStandardSchema(inputSchema);
  const schema: unknown = isMade ? inputSchema() : inputSchema;
  if (!isSdkSchema(schema)) return define(schema);
  const { jsonSchema, validate } = schema;
  return whenThere(jsonSchema, (given) => {
    const { $schema: _dialect, ...input } = (given ?? {}) as JsonSchema;
    const made = define(input);
    return validate === undefined ? made : { ...made, parseInput: toParser(validate) };
  });
}

interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => unknown) | undefined;
}

function isSdkSchema(schema: unknown): schema is SdkSchema {
  return isRecord(schema) && SCHEMA in schema && "jsonSchema" in schema;
}

function toParser(validate: (value: unknown) => unknown): InputParser {
  return async (value) => {
    const read = (await validate(value)) as { success: boolean; value?: unknown; error?: unknown };
    return read.success
      ? { type: "ok", value: read.value }
      : { type: "invalid", issues: [{ path: "", message: messageOf(read.error) }] };
  };
}
