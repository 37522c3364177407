/** How a bar is drawn: with blocks that know eighths of a cell, or with signs that every log can show. */
export type BarStyle = "blocks" | "plain";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A bar as long as a share of its cells; what is there at all is seen. */
export function renderBar(share: number, cells: number, style: BarStyle): string {
  if (share <= 0 || cells <= 0) return "";
  if (style === "plain") return "#".repeat(Math.max(1, Math.round(share * cells)));
  const eighths = Math.max(1, Math.round(share * cells * 8));
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}
