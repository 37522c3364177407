const LONGEST = 160;

/** A text cut at a word to what the teacher reads in good time; most tools say what they do well before that. */
export function clip(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.lastIndexOf(" ", LONGEST);
  return text.slice(0, cut > 0 ? cut : LONGEST);
}
