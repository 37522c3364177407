import type { CatalogSnapshot, SetAside } from "@plimsoll/core";

/** Whether a tool was set aside because its text hides characters: the rule `hidden-characters` reports those. */
export function isSetAsideForHiding({ reason }: SetAside): boolean {
  return reason.includes(" hides the character ");
}

/** The canonical name a tool would have had. */
export function canonicalNameOf({ source, tool }: SetAside, snapshot: CatalogSnapshot | undefined): string {
  const kind = snapshot?.sources.find(({ id }) => id === source)?.kind;
  return kind === "mcp" ? `${source}/${tool}` : tool;
}
