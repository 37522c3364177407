import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";
import type { Preview, PreviewGroup } from "../../surface/preview.ts";

const MAX_CARD = 120;

/** The cards as they are rendered once, in the opening record; nothing, where there is none. */
export function renderPreview(preview: Preview): string {
  if (preview.groups.length === 0) return "";
  const title = "Deferred tools when this conversation began (later messages say what changed):";
  return [title, ...renderLines(preview)].join("\n");
}

/** The cards as they stand at one step. */
export function renderLivePreview(preview: Preview): string {
  if (preview.groups.length === 0) return "There are no deferred tools.";
  return ["Deferred tools:", ...renderLines(preview)].join("\n");
}

/** One line a card; then the names that there is no room to say more of, and how many more there are. */
export function renderLines({ groups }: Preview): string[] {
  return groups.flatMap(renderGroup);
}

function renderGroup({ id, tools, cards, names }: PreviewGroup): string[] {
  const named = tools.slice(cards, names).map(({ wireName }) => wireName);
  const rest = tools.length - names;
  return [
    ...tools.slice(0, cards).map(renderCard),
    ...(named.length === 0 ? [] : [`- ${named.join(", ")}`]),
    ...(rest === 0 ? [] : [`- ${id}: ${rest}${names === 0 ? "" : " more"}`]),
  ];
}

function renderCard({ wireName, tool, summary }: CatalogEntry): string {
  const card = tool.card?.replace(/\s+/g, " ").trim();
  return `- ${wireName}: ${cut(card === undefined || card === "" ? summary : card, MAX_CARD)}`;
}
