import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

// Node has it built in, much faster, and hands it out without an import that other runtimes would not know.
const node: BuiltIn | undefined = Object(globalThis)["process"]?.getBuiltinModule?.("node:crypto");

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** SHA-256 of a text, in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return node?.createHash("sha256").update(text).digest("hex") ?? bytesToHex(sha256(utf8ToBytes(text)));
}

interface BuiltIn {
  createHash(name: "sha256"): { update(text: string): { digest(as: "hex"): string } };
}

/** The first `length` characters of a text's SHA-256 in base32: 5 bits a character. */
export function sha256Base32(text: string, length: number): string {
  const bytes = sha256(utf8ToBytes(text));
  let out = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5 && out.length < length) {
      bits -= 5;
      out += BASE32.charAt((buffer >>> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return out;
}
