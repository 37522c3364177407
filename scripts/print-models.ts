import { MODELS } from "../packages/core/src/surface/models.ts";
import { PLATFORMS } from "../packages/core/src/surface/platforms.ts";

/** Prints what is known of models, as docs/design/models.md shows it: `npm run models`. */
const rows = MODELS.map(
  ({ pattern, contextWindow, strategies, bindsThinking, schemas, toolNames, checked }) => [
    pattern,
    contextWindow.toLocaleString("en"),
    strategies.filter((name) => name !== "all").join(" "),
    bindsThinking ? "binds" : "",
    schemas,
    `${toolNames.pattern} ${toolNames.maxLength}`,
    `${checked.date} ${checked.source}`,
  ],
);
const platforms = PLATFORMS.map(({ name, pattern, lacks, source }) => [
  name,
  pattern,
  lacks.join(" "),
  source,
]);

print([
  ["model", "window", "strategies besides all", "thinking", "schemas", "tool names", "checked"],
  ...rows,
]);
console.log("");
print([["platform", "name", "lacks", "source"], ...platforms]);

function print(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((cells) => (cells[column] ?? "").length)),
  );
  for (const cells of table) {
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
