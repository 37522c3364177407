import type { McpClient } from "./mcp-client.ts";

/** A client that may not be connected yet. */
export interface Connection {
  /** Connects if need be; callers that come meanwhile share the attempt, and a failed one is made again. */
  client(): Promise<McpClient>;
  /** Ends what was connected here. May be called twice. */
  close(): Promise<void>;
}

/** A client of the host's own: connected by the host, and closed by it. */
export function connectedBy(client: McpClient): Connection {
  return { client: () => Promise.resolve(client), close: () => Promise.resolve() };
}

/** Connects on demand, again after the connection was lost, and closes what it connected. `onConnect` is told each time. */
export function connectOnDemand(
  connect: () => Promise<McpClient>,
  onConnect: (client: McpClient) => void,
): Connection {
  let attempt: Promise<McpClient> | undefined;
  let connected: McpClient | undefined;
  let isClosed = false;
  const open = async (forget: () => void): Promise<McpClient> => {
    const client = await connect();
    if (isClosed) {
      // Nobody waits for it any longer.
      await client.close?.();
      throw closed();
    }
    const earlier = client.onclose;
    client.onclose = () => {
      forget();
      earlier?.call(client);
    };
    connected = client;
    onConnect(client);
    return client;
  };
  return {
    client() {
      if (isClosed) return Promise.reject(closed());
      if (attempt !== undefined) return attempt;
      const made: Promise<McpClient> = open(forget);
      function forget(): void {
        if (attempt === made) attempt = undefined;
      }
      made.catch(forget);
      attempt = made;
      return made;
    },
    async close() {
      isClosed = true;
      const client = connected;
      connected = undefined;
      await client?.close?.();
    },
  };
}

function closed(): Error {
  return new Error("The source is closed.");
}
