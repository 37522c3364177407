import type { McpToolServer } from "../mcp/mcp-server.ts";

/**
 * A server tells its clients of every tool that comes or goes; they are told only where the list that they saw changed.
 */
export function watchList(
  server: McpToolServer,
  changed: () => void,
  list: () => Promise<unknown>,
): { shown<List>(list: List): List } {
  const send = server.sendToolListChanged;
  let shown: string | undefined;
  let isTelling = false;
  const tell = async (): Promise<void> => {
    // Everything that is registered in one go is told at once.
    await Promise.resolve();
    isTelling = false;
    const now = await list().then(JSON.stringify, () => undefined);
    if (now !== shown) send.call(server);
  };
  server.sendToolListChanged = () => {
    changed();
    if (shown === undefined || isTelling || !server.isConnected()) return;
    isTelling = true;
    void tell();
  };
  return {
    shown(listed) {
      shown = JSON.stringify(listed);
      return listed;
    },
  };
}
