/** What a worker is told when it starts. */
export interface TeacherStart {
  /** A tokenizer to read with in place of the teacher's own. */
  readonly tokenizerPath?: string;
}

/** Texts on their way to a worker. */
export interface TeacherJob {
  readonly first: number;
  readonly texts: readonly string[];
}

/** What a worker answers: one row a text. */
export interface TeacherAnswer {
  readonly first: number;
  readonly vectors: readonly Float32Array[];
}
