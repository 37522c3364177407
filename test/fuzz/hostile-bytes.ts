import fc from "fast-check";

/** A change of bytes that knows nothing of what they mean. */
type Change = readonly [place: number, kind: (typeof KINDS)[number], size: number, noise: Uint8Array];

const KINDS = [
  "flip",
  "cut-off",
  "cut-out",
  "double",
  "insert",
  "bad-utf8",
  "nul",
  "byte-order-mark",
  "line-ends",
  "bracket",
] as const;

// A character that is cut off, one that is too long, a halved pair, and a byte that UTF-8 does not have.
const BAD_UTF8 = [[0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xff]] as const;
const BRACKETS = '{}[]",:\\\n=#/*';

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(100_000),
  fc.constantFrom(...KINDS),
  fc.nat(200),
  fc.uint8Array({ maxLength: 8 }),
);

/** The bytes of texts, or of other bytes, that were changed in a few places; some are as they were. */
export function changedBytes(originals: fc.Arbitrary<string | Uint8Array>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(originals, fc.array(change, { maxLength: 3 }))
    .map(([original, changes]) => changes.reduce(apply, Buffer.from(original)));
}

/** Bytes that mean nothing. */
export const noise: fc.Arbitrary<Buffer> = fc
  .oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 100 }))
  .map((one) => Buffer.from(one));

function apply(bytes: Buffer, [at, kind, size, inserted]: Change): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (kind) {
    case "flip": {
      const flipped = Buffer.from(bytes);
      if (bytes.length > 0) flipped[place] = (bytes[place] ?? 0) ^ (1 << (size % 8));
      return flipped;
    }
    case "cut-off":
      return before;
    case "cut-out":
      return Buffer.concat([before, after.subarray(size)]);
    case "double":
      return Buffer.concat([before, after.subarray(0, size), after]);
    case "insert":
      return Buffer.concat([before, inserted, after]);
    case "bad-utf8":
      return Buffer.concat([before, Buffer.from(BAD_UTF8[size % BAD_UTF8.length] ?? []), after]);
    case "nul":
      return Buffer.concat([before, Buffer.alloc(1), after]);
    case "byte-order-mark":
      return Buffer.concat([Buffer.from("\uFEFF"), bytes]);
    case "line-ends":
      return Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
    case "bracket":
      return Buffer.concat([before, Buffer.from(BRACKETS.charAt(size % BRACKETS.length)), after]);
  }
}
