import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256Hex } from "../../src/internal/hash.ts";

it("is the same whether Node works it out or not, broken surrogates and all", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(sha256Hex(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))));
    }),
  );
  expect(sha256Hex("\uD800")).toBe(bytesToHex(sha256(utf8ToBytes("\uD800"))));
});
