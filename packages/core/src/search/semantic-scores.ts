import type { SemanticLane } from "./semantic-lane.ts";

/**
 * How near in meaning every tool is to a request; made once and used again for each search. Of a request with
 * several parts it is the nearest to the whole or to any part.
 */
export class SemanticScores {
  cosines: Float32Array = new Float32Array(0);
  #part: Float32Array = new Float32Array(0);

  /** `vectors` has the whole request first, then its parts. */
  run(lane: SemanticLane, vectors: Float32Array, dimensions: number, slots: number): void {
    if (this.cosines.length < slots) {
      this.cosines = new Float32Array(Math.ceil(slots * 1.25));
      this.#part = new Float32Array(this.cosines.length);
    }
    lane.cosines(vectors.subarray(0, dimensions), slots, this.cosines);
    for (let at = dimensions; at < vectors.length; at += dimensions) {
      lane.cosines(vectors.subarray(at, at + dimensions), slots, this.#part);
      for (let slot = 0; slot < slots; slot++) {
        const cosine = this.#part[slot] as number;
        if (cosine > (this.cosines[slot] as number)) this.cosines[slot] = cosine;
      }
    }
  }
}
