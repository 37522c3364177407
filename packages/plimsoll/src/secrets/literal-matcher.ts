/**
 * Finds many texts in one pass over another (Aho and Corasick, 1975): the time depends on the length of the text that
 * is looked through, not on how many are looked for, nor on how they repeat themselves.
 */
export class LiteralMatcher {
  readonly #next: Map<number, number>[] = [new Map()];
  /** Where to go on when no further unit fits: the longest end of what was read that begins another literal. */
  readonly #fallback: number[] = [0];
  /** The length of the longest literal that ends here; 0 for none. */
  readonly #longest: number[] = [0];

  constructor(literals: Iterable<string>) {
    for (const literal of literals) if (literal !== "") this.#add(literal);
    this.#link();
  }

  /** A text with every stretch that literals cover replaced, once for each stretch. */
  replace(text: string, replacement: string): string {
    const spans = this.#spans(text);
    if (spans.length === 0) return text;
    let end = 0;
    const parts: string[] = [];
    for (const span of spans) {
      parts.push(text.slice(end, span.start), replacement);
      end = span.end;
    }
    return parts.join("") + text.slice(end);
  }

  #add(literal: string): void {
    let node = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const unit = literal.charCodeAt(at);
      node = this.#step(node, unit) ?? this.#grow(node, unit);
    }
    this.#longest[node] = literal.length;
  }

  #grow(node: number, unit: number): number {
    const made = this.#next.push(new Map()) - 1;
    this.#fallback.push(0);
    this.#longest.push(0);
    this.#next[node]?.set(unit, made);
    return made;
  }

  /** Breadth first, so that what a node falls back to is linked before it. */
  #link(): void {
    const queue = [...(this.#next[0]?.values() ?? [])];
    for (const node of queue) {
      for (const [unit, child] of this.#next[node] ?? []) {
        const fallback = this.#after(this.#fallback[node] ?? 0, unit);
        this.#fallback[child] = fallback;
        this.#longest[child] ||= this.#longest[fallback] ?? 0;
        queue.push(child);
      }
    }
  }

  #step(node: number, unit: number): number | undefined {
    return this.#next[node]?.get(unit);
  }

  #after(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const found = this.#step(node, unit);
      if (found !== undefined) return found;
      if (node === 0) return 0;
      node = this.#fallback[node] ?? 0;
    }
  }

  /** The stretches that are covered, in order; those that touch are one. */
  #spans(text: string): Span[] {
    const spans: Span[] = [];
    if (this.#next.length === 1) return spans;
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      node = this.#after(node, text.charCodeAt(at));
      const length = this.#longest[node] ?? 0;
      if (length > 0) cover(spans, { start: at + 1 - length, end: at + 1 });
    }
    return spans;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function cover(spans: Span[], span: Span): void {
  let { start } = span;
  for (let last = spans.at(-1); last !== undefined && last.end >= start; last = spans.at(-1)) {
    start = Math.min(start, last.start);
    spans.pop();
  }
  spans.push({ start, end: span.end });
}
