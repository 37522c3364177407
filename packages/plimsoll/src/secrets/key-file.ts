import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isRecord } from "../internal/is-record.ts";
import { checkPrivate, writePrivateFile } from "./private-file.ts";
import type { VaultKey } from "./sealed-record.ts";

const KEY_BYTES = 32;

/** The keys of a vault, the newest first; none where no file is, or where it holds none. */
export async function readKeys(file: string): Promise<readonly VaultKey[]> {
  const text = await readIfThere(file);
  if (text === undefined) return [];
  const parsed = parse(text);
  const rows: readonly unknown[] = isRecord(parsed) && Array.isArray(parsed["keys"]) ? parsed["keys"] : [];
  return rows.flatMap((row) => {
    if (!isRecord(row)) return [];
    const bytes = Buffer.from(String(row["key"]), "base64");
    const madeAt = Number(row["madeAt"]);
    const isKey = bytes.length === KEY_BYTES && Number.isFinite(madeAt) && typeof row["id"] === "string";
    return isKey ? [{ id: String(row["id"]), madeAt, bytes }] : [];
  });
}

/** Writes the keys of a vault, the newest first. */
export async function writeKeys(file: string, keys: readonly VaultKey[]): Promise<void> {
  const rows = keys.map(({ id, madeAt, bytes }) => ({ id, madeAt, key: bytes.toString("base64") }));
  await writePrivateFile(file, JSON.stringify({ keys: rows }));
}

/** A key that nobody has had before. */
export function makeKey(): VaultKey {
  return { id: randomBytes(8).toString("hex"), madeAt: Date.now(), bytes: randomBytes(KEY_BYTES) };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    await checkPrivate(file, 0o600);
    return await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
