/** A text of at most so many characters, its end marked with `…` if it was longer; no character is halved. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
