import { closeSync, existsSync, openSync, readSync, statSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";

// Of LMDB's file: two meta pages, each with a header of 24 bytes before the magic number. The page that was
// written last holds the truth, and says how many pages the file must have.
const MAGIC = 0xbeefc0de;
const AT = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 };
const SMALLEST_PAGE = 256;
const LARGEST_PAGE = 65_536;

/**
 * What is wrong with a database file, found without opening it: a file that is too short or no database at all
 * would end the whole process when its pages are touched. Nothing where it looks whole or is not there.
 */
export function findDamage(file: string): string | undefined {
  if (sizeOf(file) === 0) return undefined;
  if (existsSync(toMark(file))) return "a part of it could not be read";
  const descriptor = openSync(file, "r");
  try {
    const first = readMeta(descriptor, 0);
    if (first === undefined) return "it is not a database";
    const second = readMeta(descriptor, first.pageSize);
    if (second === undefined) return "its second page is damaged";
    const { lastPage } = second.transaction > first.transaction ? second : first;
    // Asked for only now: another process may write meanwhile, and the file grows before its pages say so.
    const size = sizeOf(file);
    const needed = (lastPage + 1n) * BigInt(first.pageSize);
    return BigInt(size) < needed ? `it has ${size} of ${needed} bytes` : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Moves a damaged database out of the way, in place of the one that was moved before; answers where it is. */
export async function moveAside(file: string): Promise<string> {
  const aside = `${file}.damaged`;
  await rename(file, aside);
  await rm(`${file}-lock`, { force: true });
  await rm(toMark(file), { force: true });
  return aside;
}

/** Whether an error comes from a damaged file, and not from a full disk, a lock or a closed store. */
export function isDamage(cause: unknown): boolean {
  // The library trips over its own types where a page holds what it cannot hold.
  return /MDB_(INVALID|CORRUPTED|VERSION_MISMATCH|PAGE_NOTFOUND|PANIC|BAD_)|TypeError/.test(String(cause));
}

/** Has the file moved aside when it is opened next, where an error says that it is damaged. */
export function markDamage(file: string, cause: unknown): void {
  // Why a commit failed comes later, and ends the process if nobody waits for it.
  const { commitError }: { readonly commitError?: unknown } = Object(cause);
  if (commitError instanceof Promise) commitError.catch((reason) => markDamage(file, reason));
  if (!isDamage(cause)) return;
  try {
    writeFileSync(toMark(file), "");
  } catch {
    // Then the next one to open it finds out by itself.
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function toMark(file: string): string {
  return `${file}.suspect`;
}

interface Meta {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

function readMeta(descriptor: number, position: number): Meta | undefined {
  const bytes = Buffer.alloc(AT.end);
  const bytesRead = readSync(descriptor, bytes, 0, AT.end, position);
  const pageSize = bytes.readUInt32LE(AT.pageSize);
  const isMeta = bytesRead === AT.end && bytes.readUInt32LE(AT.magic) === MAGIC;
  if (!isMeta || pageSize < SMALLEST_PAGE || pageSize > LARGEST_PAGE) return undefined;
  return {
    pageSize,
    lastPage: bytes.readBigUInt64LE(AT.lastPage),
    transaction: bytes.readBigUInt64LE(AT.transaction),
  };
}
