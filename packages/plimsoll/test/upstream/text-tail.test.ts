import { describe, expect, it } from "vitest";
import { processRedactor } from "../../src/secrets/redactor.ts";
import { TextTail } from "../../src/upstream/text-tail.ts";

describe("the last words of a server", () => {
  it("hold no secret that came in two pieces, and no half of one that was cut", () => {
    processRedactor.learn([{ value: "tail-secret-of-this-test", isCertain: true }]);
    const tail = new TextTail(40);
    tail.push("said tail-secret-");
    tail.push("of-this-test.");
    expect(tail.text).toBe("said [redacted].");
    // Back to back they become one mark, so short that the place of the cut would be shown, too.
    for (let at = 0; at < 24; at += 1) {
      const cut = new TextTail(40);
      cut.push(`${"tail-secret-of-this-test".repeat(1_000)}${"x".repeat(at)} end`);
      expect(cut.text).toBe("end");
    }
  });
});
