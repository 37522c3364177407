declare const canonical: unique symbol;

/** A canonical name: `name` for a tool from code, `source/tool` for a tool of an MCP server. */
export type ToolName = string & { readonly [canonical]: true };

/** Names a tool of a source. Code tools keep their own name, tools of other sources carry their source's id. */
export function toToolName(sourceId: string, kind: "code" | "manifest" | "mcp", name: string): ToolName {
  return (kind === "mcp" ? `${sourceId}/${name}` : name) as ToolName;
}

/**
 * A name without the differences a model makes: case and separators. `EnterWorktree`, `enter_worktree` and
 * `enter-worktree` fold to one; so do `github/create_issue`, `github__create_issue` and `mcp__github__create_issue`.
 */
export function foldName(name: string): string {
  return name
    .replace(/^mcp__/i, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
