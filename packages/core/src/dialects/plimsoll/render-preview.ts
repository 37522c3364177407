import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";
import type { Preview, PreviewGroup } from "../../surface/preview.ts";

const MAX_CARD = 80;

/** The preview as lines, one a group: names with their cards, then how many more there are. */
export function renderPreview({ groups }: Preview): string {
  if (groups.length === 0) return "";
  return ["What can be found (a tool of a server is named server__tool):", ...groups.map(renderGroup)].join(
    "\n",
  );
}

function renderGroup({ id, tools, cards, names }: PreviewGroup): string {
  const shown = tools.slice(0, names).map((entry, at) => (at < cards ? renderCard(entry) : entry.tool.name));
  const rest = tools.length - names;
  const more = rest === 0 ? [] : [names === 0 ? `${rest}` : `${rest} more`];
  return `- ${id}: ${[...shown, ...more].join(", ")}`;
}

function renderCard({ tool, summary }: CatalogEntry): string {
  return `${tool.name} (${cut(tool.card ?? summary, MAX_CARD).replace(/[.。]$/u, "")})`;
}
