import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { isRecord } from "../internal/is-record.ts";

/** A key of a vault. */
export interface VaultKey {
  readonly id: string;
  readonly madeAt: number;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a value under a key, for one place only: moved to another it cannot be opened. */
export function sealRecord(value: unknown, place: string, key: VaultKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return JSON.stringify({
    v: 1,
    key: key.id,
    iv: iv.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    sealed: sealed.toString("base64"),
  });
}

/** Opens what was sealed; nothing where it was changed, moved, or sealed under a key that is not there. */
export function openRecord(text: string, place: string, keys: readonly VaultKey[]): unknown {
  try {
    const record: unknown = JSON.parse(text);
    if (!isRecord(record) || record["v"] !== 1) return undefined;
    const key = keys.find(({ id }) => id === record["key"]);
    if (key === undefined) return undefined;
    const [iv, tag, sealed] = ["iv", "tag", "sealed"].map((name) =>
      Buffer.from(String(record[name]), "base64"),
    );
    if (iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES || sealed === undefined) return undefined;
    const decipher = createDecipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(tag);
    return JSON.parse(Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8"));
  } catch {
    return undefined;
  }
}
