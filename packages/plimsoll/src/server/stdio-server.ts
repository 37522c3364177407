import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Gateway } from "../gateway.ts";
import { createServerFactory } from "./mcp-server.ts";

/** Whom a connection over stdio is for. */
export interface StdioOptions {
  readonly profile?: string | undefined;
  /** The client's directory. */
  readonly workspace?: string | undefined;
  /** In place of this process's standard input and output. */
  readonly transport?: Transport;
}

/** Serves the gateway on this process's standard input and output; the answer ends that. */
export function serveOnStdio(gateway: Gateway, { transport }: StdioOptions = {}): () => Promise<void> {
  const handle = serveStdio(createServerFactory(gateway), transport === undefined ? {} : { transport });
  return () => handle.close();
}
