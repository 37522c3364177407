import type { BarStyle } from "../stats/render-bar.ts";

const LEVELS: Readonly<Record<BarStyle, string>> = { blocks: "▁▂▃▄▅▆▇█", plain: "_.-=+*#@" };

/** A column a value, as high as its part of the highest; of values that share a column, the highest is shown. */
export function renderSparkline(
  values: readonly number[],
  highest: number,
  columns: number,
  style: BarStyle,
): string {
  const levels = LEVELS[style];
  const width = Math.min(values.length, columns);
  return Array.from({ length: width }, (_, column) => {
    const from = Math.floor((column * values.length) / width);
    const to = Math.floor(((column + 1) * values.length) / width);
    const value = Math.max(...values.slice(from, to));
    const level = highest === 0 ? 0 : Math.ceil((value / highest) * levels.length) - 1;
    return levels[Math.max(0, level)];
  }).join("");
}
