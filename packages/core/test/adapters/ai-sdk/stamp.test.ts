import { expect, test } from "vitest";
import { toStamp } from "../../../src/adapters/ai-sdk/stamp.ts";

const BEFORE = [{ role: "user", text: "News.", from: "news" }] as const;

const stampedOf = (pieces: readonly { readonly type: string; readonly [key: string]: unknown }[]) => {
  const stamp = toStamp(BEFORE);
  return pieces.map((piece) => "providerMetadata" in stamp(piece));
};

test("the first part that a history keeps carries what came before, and an empty text is not one", () => {
  const pieces = [
    { type: "source", id: "1" },
    { type: "text", text: "" },
    { type: "reasoning", text: "" },
    { type: "text", text: "Done." },
  ];
  expect(stampedOf(pieces)).toEqual([false, false, true, false]);
});

test("in a stream every part that begins carries it, until one has words", () => {
  const pieces = [
    { type: "stream-start" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "" },
    { type: "reasoning-start", id: "2" },
    { type: "reasoning-delta", id: "2", delta: "Hm." },
    { type: "tool-call", toolCallId: "3" },
  ];
  expect(stampedOf(pieces)).toEqual([false, true, false, true, false, false]);
});
