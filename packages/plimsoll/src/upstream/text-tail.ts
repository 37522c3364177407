import { processRedactor } from "../secrets/redactor.ts";

// Where the text is cut, a secret may be cut in two, and half a secret is not known for one: more is held than is
// shown, and the word that was cut is left out.
const OVERLAP = 16_384;

/** The last of a text that arrives in pieces: what a server said before it failed, without secrets. */
export class TextTail {
  readonly #limit: number;
  #text = "";
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(piece: string): void {
    const text = this.#text + piece;
    this.#text = text.slice(-this.#limit - OVERLAP);
    this.#isCut ||= this.#text.length < text.length;
  }

  get text(): string {
    const whole = this.#isCut ? this.#text.replace(/^\S*/, "") : this.#text;
    return processRedactor.redact(whole).slice(-this.#limit).trim();
  }
}
