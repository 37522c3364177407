import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAccessToken, hashAccessToken, isAccessToken } from "../../../src/server/auth/access-token.ts";

const DIGITS = "0123456789abcdef";

describe("an access token", () => {
  it("is found by whoever looks for leaked secrets, and is another each time", () => {
    const tokens = Array.from({ length: 1_000 }, createAccessToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(token).toMatch(/^plimsoll_[0-9a-f]{56}$/);
    expect(tokens.every(isAccessToken)).toBe(true);
  });

  it("has a checksum that no slip of one digit, and no two digits swapped, leaves right", () => {
    fc.assert(
      fc.property(fc.nat({ max: 55 }), fc.nat({ max: 14 }), (place, step) => {
        const token = createAccessToken();
        const at = token.length - 1 - place;
        const slipped = DIGITS[(DIGITS.indexOf(token[at] ?? "") + 1 + step) % 16];
        expect(isAccessToken(`${token.slice(0, at)}${slipped}${token.slice(at + 1)}`)).toBe(false);
        const [one = "", other = ""] = [token[at - 1], token[at]];
        if (one === other || place === 55) return;
        expect(isAccessToken(`${token.slice(0, at - 1)}${other}${one}${token.slice(at + 1)}`)).toBe(false);
      }),
    );
  });

  it.each(["", "plimsoll_", "plimsoll_zz", " ", "Bearer x"])("is not %j", (text) => {
    expect(isAccessToken(text)).toBe(false);
    expect(isAccessToken(`${createAccessToken()}${text === "" ? " " : text}`)).toBe(false);
  });

  it("cannot be told from its hash", () => {
    const token = createAccessToken();
    expect(hashAccessToken(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashAccessToken(token)).not.toContain(token.slice(9, 20));
  });
});
