/** The path that MCP is served at. */
export const MCP_PATH = "/mcp";

/** Which part of the gateway a path names. */
export interface HttpRoute {
  readonly workspace: string | undefined;
  readonly profile: string | undefined;
}

//     /mcp   /mcp/w/NAME   /mcp/p/NAME   /mcp/w/NAME/p/NAME
const PATTERN = /^\/mcp(?:\/w\/([^/]+))?(?:\/p\/([^/]+))?$/;

/** Reads a path; nothing, where there is nothing. */
export function readHttpRoute(path: string): HttpRoute | undefined {
  const found = PATTERN.exec(path);
  if (found === null) return undefined;
  try {
    return { workspace: decode(found[1]), profile: decode(found[2]) };
  } catch {
    // It is not the encoding of any name.
    return undefined;
  }
}

function decode(name: string | undefined): string | undefined {
  return name === undefined ? undefined : decodeURIComponent(name);
}
