/** What stands for an answer that is not waited for any longer. */
export const GIVEN_UP: unique symbol = Symbol("given up");

interface Question {
  readonly askedAt: number;
  readonly giveUp: () => void;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * The questions that clients took away with them: each comes back with the answer, or never. While nobody else needs
 * the server, that is waited for; where others wait in line behind a question, only for so long.
 */
export class AwayQuestions {
  readonly #patienceMs: number;
  readonly #isInTheWay: () => boolean;
  readonly #open = new Set<Question>();

  constructor(patienceMs: number, isInTheWay: () => boolean) {
    this.#patienceMs = patienceMs;
    this.#isInTheWay = isInTheWay;
  }

  /** Waits for an answer, for as long as it is worth it. */
  async wait(answer: Promise<unknown>): Promise<unknown> {
    let giveUp = (): void => {};
    const givenUp = new Promise<typeof GIVEN_UP>((resolve) => {
      giveUp = () => resolve(GIVEN_UP);
    });
    const question: Question = { askedAt: performance.now(), giveUp };
    this.#open.add(question);
    if (this.#isInTheWay()) this.#hurry(question);
    try {
      return await Promise.race([answer, givenUp]);
    } finally {
      clearTimeout(question.timer);
      this.#open.delete(question);
    }
  }

  /** Somebody waits in line from now on. */
  hurry(): void {
    for (const question of this.#open) this.#hurry(question);
  }

  #hurry(question: Question): void {
    if (question.timer !== undefined) return;
    const leftMs = question.askedAt + this.#patienceMs - performance.now();
    question.timer = setTimeout(
      () => {
        question.timer = undefined;
        if (this.#isInTheWay()) question.giveUp();
      },
      Math.max(leftMs, 0),
    );
  }
}
