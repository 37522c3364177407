import { delimiter } from "node:path";
import { expect, it } from "vitest";
import { guardAgainstLoops } from "../../src/upstream/loop-guard.ts";

it("hands the served files down, and lets a gateway below serve another file", () => {
  const first = guardAgainstLoops("/a.json", {});
  expect(first).toEqual({ PLIMSOLL_SERVING: "/a.json" });
  expect(guardAgainstLoops("/b.json", first)).toEqual({
    PLIMSOLL_SERVING: ["/a.json", "/b.json"].join(delimiter),
  });
});

it("refuses a file that is being served above, and says what to remove", () => {
  const above = guardAgainstLoops("/b.json", guardAgainstLoops("/a.json", {}));
  expect(() => guardAgainstLoops("/a.json", above)).toThrow(
    "/a.json is being served already, and lists Plimsoll itself as a server. Remove that entry",
  );
});
