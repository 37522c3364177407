const LEAST_LETTERS = 6;
// `issue` and `issues`, `update` and `updated` are words of their own.
const ENDINGS = /(?:s|d|r|e|y)$/;

/** Keys that two words have in common where one letter more, less or other is all that tells them apart. */
export function editKeys(word: string): readonly string[] {
  if (word.length < LEAST_LETTERS - 1) return [];
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** Whether two words differ by one slip of a finger, and are no forms of one word. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.max(a.length, b.length) < LEAST_LETTERS || Math.abs(a.length - b.length) > 1)
    return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if (/\p{N}/u.test(left + right)) return false;
  if (left === "" && right.length === 1) return end > 0 || !ENDINGS.test(right);
  if (left.length === 1 && right.length === 1) return true;
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}
