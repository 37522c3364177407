import { text } from "node:stream/consumers";
import { isRecord } from "../internal/is-record.ts";

/** What a command line gives a tool, or what is wrong with that. */
export type ReadArguments =
  | { readonly type: "ok"; readonly value: Record<string, unknown> }
  | { readonly type: "wrong"; readonly message: string };

const EXAMPLE = 'Write an object, for example {"path": "notes.txt"}, or - to read one from standard input.';

/** Reads a tool's arguments: JSON as it stands, `-` for standard input, nothing for none. */
export async function readArguments(
  given: string | undefined,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<ReadArguments> {
  if (given === undefined) return { type: "ok", value: {} };
  const json = given === "-" ? await text(input) : given;
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return { type: "ok", value };
    return { type: "wrong", message: `The arguments are no JSON object. ${EXAMPLE}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "wrong", message: `The arguments are not JSON: ${why}. ${EXAMPLE}` };
  }
}
