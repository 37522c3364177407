import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { addTo } from "../internal/add-to.ts";
import { compareText } from "../internal/compare.ts";

/** What the prompt section tells of the tools that are not in the array, as far as there is room. */
export interface Preview {
  readonly groups: readonly PreviewGroup[];
}

/** The deferred tools of one server, or of one domain of the host's own tools. */
export interface PreviewGroup {
  readonly id: string;
  /** Whether its tools are called with its id before their names. */
  readonly isServer: boolean;
  /** All of them, by name. */
  readonly tools: readonly CatalogEntry[];
  /** How many of them are shown with a card: the first ones. */
  readonly cards: number;
  /** How many are shown by name at least, those with a card included; the rest is a count. */
  readonly names: number;
}

/**
 * Fills the room there is, fairly: every group is counted; then names are added, one a group in turn, until
 * all are there or the room is full; then, if there is room left, cards in place of names, in turn again.
 *
 *     room for everything   github: create_issue (Open an issue), merge (Merge a request)
 *     less                  github: create_issue (Open an issue), merge
 *     less                  github: create_issue, 1 more
 *     least                 github: 2
 */
export function planPreview(entries: readonly CatalogEntry[], fits: (preview: Preview) => boolean): Preview {
  let preview: Preview = { groups: toGroups(entries) };
  if (!fits(preview)) return shortenToFit(preview, fits);
  for (const field of ["names", "cards"] as const) {
    const grown = grow(preview, field, fits);
    preview = grown.preview;
    if (!grown.isComplete) break;
  }
  return preview;
}

function toGroups(entries: readonly CatalogEntry[]): PreviewGroup[] {
  const groups = new Map<string, CatalogEntry[]>();
  for (const entry of entries) {
    addTo(groups, entry.source.kind === "mcp" ? entry.source.id : entry.domain, entry);
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .map(([id, tools]) => ({ id, isServer: tools[0]?.source.kind === "mcp", tools, cards: 0, names: 0 }));
}

/** Adds one name, or one card, to each group in turn, until a next one would not fit. */
function grow(
  start: Preview,
  field: "names" | "cards",
  fits: (preview: Preview) => boolean,
): { readonly preview: Preview; readonly isComplete: boolean } {
  let preview = start;
  const rounds = Math.max(0, ...start.groups.map(({ tools }) => tools.length));
  for (let round = 0; round < rounds; round++) {
    for (const [at, group] of preview.groups.entries()) {
      if (round >= group.tools.length) continue;
      const next = { groups: preview.groups.with(at, { ...group, [field]: round + 1 }) };
      if (!fits(next)) return { preview, isComplete: false };
      preview = next;
    }
  }
  return { preview, isComplete: true };
}

/** Too many groups even to count them: the largest ones, as many as fit. */
function shortenToFit({ groups }: Preview, fits: (preview: Preview) => boolean): Preview {
  const largest = [...groups].sort((a, b) => b.tools.length - a.tools.length || compareText(a.id, b.id));
  let [least, most] = [0, largest.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits({ groups: largest.slice(0, middle) })) least = middle;
    else most = middle - 1;
  }
  return { groups: largest.slice(0, least).sort((a, b) => compareText(a.id, b.id)) };
}
