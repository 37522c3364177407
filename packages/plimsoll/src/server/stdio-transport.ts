import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

// What a client may say at once; a result of a tool may be an argument of another.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** MCP over standard input and output, or over streams in their place: with the same bounds wherever it is spoken. */
export function createStdioTransport(
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): StdioServerTransport {
  return new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
}
