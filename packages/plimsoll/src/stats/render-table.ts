/** Where a column's texts stand. */
export type Alignment = "left" | "right";

/** Rows of texts under each other, two spaces apart and as far from the left; the last column ends ragged. */
export function renderTable(
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[],
): string[] {
  const widths = alignments.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) => {
    const cells = alignments.map((alignment, column) => {
      const text = row[column] ?? "";
      const width = widths[column] ?? 0;
      return alignment === "left" ? text.padEnd(width) : text.padStart(width);
    });
    return `  ${cells.join("  ")}`.trimEnd();
  });
}
