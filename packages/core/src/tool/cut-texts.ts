import { isInsidePair } from "../internal/inside-pair.ts";
import { textOf, withText } from "./block-text.ts";
import type { ContentBlock } from "./content.ts";

/** Content whose words were cut, and how many characters of them were kept. */
export interface CutContent {
  readonly content: readonly ContentBlock[];
  readonly cutAt: number;
}

/** The characters of all words in some content. */
export function countCharacters(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (textOf(block)?.length ?? 0), 0);
}

/**
 * Keeps the first so many characters of content's words, without halving one. Blocks whose words all lie
 * beyond are left out; blocks without words stay.
 */
export function cutTexts(content: readonly ContentBlock[], most: number): CutContent {
  const kept: ContentBlock[] = [];
  let cutAt = 0;
  let isFull = false;
  for (const block of content) {
    const text = textOf(block);
    if (text === undefined) kept.push(block);
    else if (isFull) continue;
    else if (cutAt + text.length <= most) {
      cutAt += text.length;
      kept.push(block);
    } else {
      isFull = true;
      const room = most - cutAt;
      const end = isInsidePair(text, room) ? room - 1 : room;
      cutAt += end;
      if (end > 0) kept.push(withText(block, copyOf(text.slice(0, end))));
    }
  }
  return { content: kept, cutAt };
}

/** A slice keeps the text it was cut from alive, in the engines that matter; read back from JSON it does not. */
function copyOf(slice: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(slice));
  return typeof copy === "string" ? copy : slice;
}
