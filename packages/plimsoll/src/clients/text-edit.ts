/** A text in which one entry was written, and no other byte changed. */
export interface EditedText {
  readonly text: string;
  /** What to show before it is written: the entry as it will stand there, with its name. */
  readonly shown: string;
  /** What it takes the place of. */
  readonly replaced?: string;
}

/** Puts a text in the place of a part of another one. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const fromTheEnd = [...edits].sort((a, b) => b.offset - a.offset);
  return fromTheEnd.reduce(
    (edited, { offset, length, content }) =>
      `${edited.slice(0, offset)}${content}${edited.slice(offset + length)}`,
    text,
  );
}

/** How lines end in a text. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}
