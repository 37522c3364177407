import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Gateway } from "../gateway.ts";
import { createServerFactory } from "./mcp-server.ts";

/** Serves the gateway on this process's standard input and output; the answer ends that. */
export function serveOnStdio(gateway: Gateway): () => Promise<void> {
  const handle = serveStdio(createServerFactory(gateway));
  return () => handle.close();
}
