import type { Transport } from "@modelcontextprotocol/client";
import type { StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import { GroupTransport } from "./group-transport.ts";
import { WindowsTransport } from "./windows-transport.ts";

/** A connection to a server in a process of its own, which leaves nothing behind when it is closed. */
export interface ProcessTransport extends Transport {
  readonly pid: number | null;
  /** The last of what the server wrote to its standard error. */
  readonly lastWords: string;
  /** Called when the server writes something for the first time, to either of its outputs. */
  onfirstoutput?: () => void;
  /** Why the connection was given up, where that was for something the server did. */
  readonly fault: string | undefined;
}

/** Makes a connection to a server that is started with it. */
export function createProcessTransport(parameters: StdioServerParameters): ProcessTransport {
  return process.platform === "win32" ? new WindowsTransport(parameters) : new GroupTransport(parameters);
}
