import { describe, expect, test } from "vitest";
import { startProgress } from "../progress.ts";

function watch(isTTY: boolean): string {
  const written: string[] = [];
  const progress = startProgress("texts", 4, { isTTY, write: (line: string) => written.push(line) > 0 });
  progress.advance(2);
  progress.advance(2);
  progress.end();
  return written.join("");
}

describe("progress", () => {
  test("is a bar that is drawn over on a terminal", () => {
    expect(watch(true)).toMatch(/^\rtexts \[#{12}-{12}\] 2\/4, .* left.*\rtexts \[#{24}\] 4\/4, .*\n$/s);
  });

  test("is a line now and then elsewhere", () => {
    expect(watch(false)).toMatch(/^texts: 2\/4, \d+\.\d a second, \d+ s left\ntexts: 4\/4, .*, 0 s left\n$/);
  });
});
