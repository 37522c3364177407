/** The last of a text that arrives in pieces: what a server said before it failed. */
export class TextTail {
  readonly #limit: number;
  #text = "";

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(piece: string): void {
    this.#text = (this.#text + piece).slice(-this.#limit);
  }

  get text(): string {
    return this.#text.trim();
  }
}
