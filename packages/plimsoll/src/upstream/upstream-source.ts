import { PlimsollError, type Source, type SourceListing } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import type { StdioServer } from "../config/config.ts";
import { createRetry } from "./retry.ts";
import { StdioUpstream, type UpstreamOptions } from "./stdio-upstream.ts";
import { messageOf, toUpstreamFailure } from "./upstream-failure.ts";

/** What a configured server is followed with. */
export interface UpstreamSourceOptions extends UpstreamOptions {
  /** How long after a failed listing the next one is tried; twice as long each time. */
  readonly retryDelayMs: number;
}

/**
 * The tools of a configured server, as a source that ends the server's process when it is closed. A server that
 * could not be listed is tried again, so that one that was slow or away is not lost for good.
 */
export function upstreamSource(server: StdioServer, options: UpstreamSourceOptions): Source {
  const upstream = new StdioUpstream(server, options);
  const source = mcpSource(server.name, async () => {
    await upstream.connect();
    return upstream;
  });
  const retry = createRetry(() => upstream.announceChange(), options.retryDelayMs);
  let known = false;
  return {
    ...source,
    async list(signal) {
      try {
        const listing = await listInTime(source, options, signal);
        retry.worked();
        known = true;
        return listing;
      } catch (cause) {
        // A server whose tools are known may be at work on them. The end of another is not waited for.
        if (!known) void upstream.stop();
        retry.failed();
        throw toListingFailure(server, cause);
      }
    },
    subscribe: (listener) => upstream.subscribe(listener),
    close() {
      retry.stop();
      return upstream.close();
    },
  };
}

/** One bound over starting and listing together. */
async function listInTime(
  source: Source,
  { startTimeoutMs }: UpstreamOptions,
  signal: AbortSignal,
): Promise<SourceListing> {
  const deadline = AbortSignal.timeout(startTimeoutMs);
  try {
    return await source.list(AbortSignal.any([signal, deadline]));
  } catch (cause) {
    if (!deadline.aborted || PlimsollError.is(cause)) throw cause;
    throw new Error(`it took more than ${startTimeoutMs / 1000} seconds`, { cause });
  }
}

function toListingFailure(server: StdioServer, cause: unknown): PlimsollError {
  if (PlimsollError.is(cause)) return cause;
  return toUpstreamFailure(server, `it did not list its tools: ${messageOf(cause)}.`, "", cause);
}
