const MAX_CHARACTERS = 200;

/** The first sentence of a description, on one line, at most 200 characters. */
export function toSummary(description: string): string {
  const line = description.replace(/\s+/g, " ").trim();
  const sentence = /^.{10,}?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line;
  if (sentence.length <= MAX_CHARACTERS) return sentence;
  const cut = sentence.slice(0, MAX_CHARACTERS - 1);
  // A high surrogate alone is not a character: drop it rather than emit half of a pair.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
