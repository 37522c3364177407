/** Reads texts as wordpieces of one vocabulary. */
export interface Wordpieces {
  /** Hands on the row of every piece of a text, in order; what has no piece is passed over. */
  read(text: string, visit: (row: number) => void): void;
}

const CONTINUES = "##";
const SYMBOLS = 36;
const NONE = -1;

/**
 * Prepares a vocabulary for reading: `piece` starts a word, `##piece` goes on with one. Pieces of anything but
 * lower-case ASCII letters and digits are never met.
 *
 * Text is taken the way the teacher's tokenizer takes it (lower case, no accents, longest piece first), except that
 * identifiers are split (`validateFile`, `validate_file` and `validate-file` are the same two words, `sha256Sum` is
 * three) and signs say nothing. A run of letters and digits that is a piece as it stands, like "YouTube" or "mp3",
 * stays whole.
 */
export function createWordpieces(pieces: readonly string[]): Wordpieces {
  const trie = createTrie(pieces.reduce((sum, piece) => sum + piece.length, 2));
  const first = trie.addNode();
  const later = trie.addNode();
  pieces.forEach((piece, row) => {
    const continues = piece.startsWith(CONTINUES);
    trie.add(continues ? later : first, continues ? piece.slice(CONTINUES.length) : piece, row);
  });

  // Where the piece that was found last ends: a second answer, without an object for each piece.
  let stop = 0;
  const longestRow = (root: number, text: string, start: number, end: number): number => {
    let node = root;
    let row = NONE;
    stop = start + 1;
    for (let at = start; at < end; at++) {
      node = trie.step(node, symbolOf(text.charCodeAt(at)));
      if (node === NONE) break;
      const here = trie.rowAt(node);
      if (here === NONE) continue;
      row = here;
      stop = at + 1;
    }
    return row;
  };

  const readWord = (text: string, start: number, end: number, visit: (row: number) => void) => {
    for (let at = start; at < end; at = stop) {
      const row = longestRow(at === start ? first : later, text, at, end);
      if (row !== NONE) visit(row);
    }
  };

  const readRun = (text: string, start: number, end: number, visit: (row: number) => void) => {
    const whole = longestRow(first, text, start, end);
    if (whole !== NONE && stop === end) {
      visit(whole);
      return;
    }
    let word = start;
    for (let at = start + 1; at < end; at++) {
      if (!isBoundary(text, at)) continue;
      readWord(text, word, at, visit);
      word = at;
    }
    readWord(text, word, end, visit);
  };

  return {
    read(text, visit) {
      const plain = withoutAccents(text);
      let start = NONE;
      for (let at = 0; at <= plain.length; at++) {
        const inside = at < plain.length && symbolOf(plain.charCodeAt(at)) !== NONE;
        if (inside && start === NONE) start = at;
        if (inside || start === NONE) continue;
        readRun(plain, start, at, visit);
        start = NONE;
      }
    },
  };
}

/** Letters, whatever their case, are 0 to 25, digits 26 to 35. */
function symbolOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 48 && code <= 57) return code - 22;
  return NONE;
}

/** Whether an identifier has a word's end before `at`: `fileName`, `URLParser`, `sha256`; not `URLs`. */
function isBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const here = text.charCodeAt(at);
  if (isDigit(before) !== isDigit(here)) return true;
  if (!isUpper(here)) return false;
  if (!isUpper(before)) return true;
  const after = text.charCodeAt(at + 1);
  const isPlural = after === 115 && !isLower(text.charCodeAt(at + 2));
  return isLower(after) && !isPlural;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function withoutAccents(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return text.normalize("NFD").replace(/\p{Mn}+/gu, "");
  }
  return text;
}

/** A prefix tree in three flat arrays: quick to build, and nothing is allocated while reading. */
function createTrie(mostNodes: number) {
  const bits = Math.max(4, Math.ceil(Math.log2(mostNodes * 2)));
  const mask = 2 ** bits - 1;
  const edges = new Int32Array(2 ** bits).fill(NONE);
  const targets = new Int32Array(2 ** bits);
  const rows = new Int32Array(mostNodes).fill(NONE);
  let nodes = 0;
  const slotOf = (edge: number) => {
    let slot = Math.imul(edge, 0x9e3779b1) >>> (32 - bits);
    while (edges[slot] !== edge && edges[slot] !== NONE) slot = (slot + 1) & mask;
    return slot;
  };
  const step = (node: number, symbol: number): number => {
    const slot = slotOf(node * SYMBOLS + symbol);
    return edges[slot] === NONE ? NONE : (targets[slot] ?? NONE);
  };
  const addNode = () => nodes++;
  return {
    addNode,
    step,
    rowAt: (node: number): number => rows[node] ?? NONE,
    add(root: number, word: string, row: number) {
      let node = root;
      for (let at = 0; at < word.length; at++) {
        const symbol = symbolOf(word.charCodeAt(at));
        if (symbol === NONE) return;
        const edge = node * SYMBOLS + symbol;
        const slot = slotOf(edge);
        if (edges[slot] === NONE) {
          edges[slot] = edge;
          targets[slot] = addNode();
        }
        node = targets[slot] ?? NONE;
      }
      if (word !== "") rows[node] = row;
    },
  };
}
