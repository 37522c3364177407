/**
 * How near in meaning every tool is to a request; made once and used again for each search. Of a request with
 * several parts it is the nearest to the whole or to any part.
 */
export class SemanticScores {
  cosines: Float32Array = new Float32Array(0);
  #part: Float32Array = new Float32Array(0);

  /** Takes the cosines of one vector after the other: `cosinesOf` writes those of the vector at a place. */
  run(vectors: number, slots: number, cosinesOf: (at: number, into: Float32Array) => void): void {
    if (this.cosines.length < slots) {
      this.cosines = new Float32Array(Math.ceil(slots * 1.25));
      this.#part = new Float32Array(this.cosines.length);
    }
    cosinesOf(0, this.cosines);
    for (let at = 1; at < vectors; at++) {
      cosinesOf(at, this.#part);
      for (let slot = 0; slot < slots; slot++) {
        const cosine = this.#part[slot] as number;
        if (cosine > (this.cosines[slot] as number)) this.cosines[slot] = cosine;
      }
    }
  }
}
