import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/*
 * plimsoll_ + 48 hexadecimal digits of chance + 8 of a checksum over all before. Whoever looks for leaked secrets finds
 * it by its beginning, and knows by the checksum that it is one; chance has 192 bits, so a plain hash of it cannot be
 * reversed by trying.
 */
const PREFIX = "plimsoll_";
const FORM = /^plimsoll_[0-9a-f]{56}$/;
const CHECKSUM_DIGITS = 8;

/** A new token of `plimsoll token create`. */
export function createAccessToken(): string {
  const body = `${PREFIX}${randomBytes(24).toString("hex")}`;
  return `${body}${checksumOf(body)}`;
}

/** Whether a text is a token of ours, as far as its form tells. */
export function isAccessToken(text: string): boolean {
  if (!FORM.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
}

/** Whether a text begins as a token of ours does. */
export function looksLikeAccessToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** What is kept of a token. */
export function hashAccessToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(CHECKSUM_DIGITS, "0");
}
