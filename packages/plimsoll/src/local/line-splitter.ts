const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines, each with its newline; a line may arrive in any number of pieces. */
export class LineSplitter {
  #pieces: Buffer[] = [];

  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      lines.push(Buffer.concat([...this.#pieces, chunk.subarray(from, end + 1)]));
      this.#pieces = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#pieces.push(chunk.subarray(from));
    return lines;
  }
}
