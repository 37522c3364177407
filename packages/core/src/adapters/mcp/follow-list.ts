import type { McpClient } from "./mcp-client.ts";

const LIST_CHANGED = "notifications/tools/list_changed";

/**
 * Calls a listener whenever the server says that its list changed; the answer ends that. A client whose host handles
 * these notifications itself keeps its own handler, and this listener hears nothing.
 */
export function followList(client: McpClient, listener: () => void): () => void {
  if (client.setNotificationHandler === undefined) return () => {};
  const earlier = client.fallbackNotificationHandler;
  const handle = async (notification: { method: string }): Promise<void> => {
    if (notification.method === LIST_CHANGED) listener();
    await earlier?.call(client, notification);
  };
  client.fallbackNotificationHandler = handle;
  const subscription = listen(client);
  return () => {
    if (client.fallbackNotificationHandler === handle) client.fallbackNotificationHandler = earlier;
    void subscription?.then((open) => open?.close()).catch(() => undefined);
  };
}

/** A server of the modern era tells only those who asked. One that cannot tell is listed all the same. */
function listen(client: McpClient): Promise<{ close(): Promise<void> } | undefined> | undefined {
  if (client.getProtocolEra?.() !== "modern") return undefined;
  return client.listen?.({ toolsListChanged: true }).catch(() => undefined);
}
