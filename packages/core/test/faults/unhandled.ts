import { afterAll, afterEach, beforeAll, expect } from "vitest";

/** Long enough for what is late to come. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** After each test of a file, no rejection may have gone unheard. */
export function expectNoneUnhandled(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeAll(() => void process.on("unhandledRejection", note));
  afterAll(() => void process.off("unhandledRejection", note));
  afterEach(async () => {
    await aMoment();
    expect(unhandled.splice(0)).toEqual([]);
  });
}
