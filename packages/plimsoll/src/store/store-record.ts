import type { StoreKey, StoreValue } from "@plimsoll/core";

/** What is kept beside a value. */
export interface RecordHead {
  readonly owner: string;
  readonly id: string;
  readonly version: string;
  readonly expiresAt?: number;
}

const END_OF_HEAD = 0x0a;

/** A value, as JSON, with its head: one line each, so that a head is read without its value. */
export function toRecord(head: RecordHead, value: string): Buffer {
  return Buffer.from(`${JSON.stringify(head)}\n${value}`);
}

/** The head of a record whose time is not over; nothing where the bytes are none. */
export function readHead(record: Buffer | undefined, now: number): RecordHead | undefined {
  if (record === undefined) return undefined;
  try {
    const head = JSON.parse(record.toString("utf8", 0, record.indexOf(END_OF_HEAD))) as RecordHead;
    return head.expiresAt === undefined || head.expiresAt > now ? head : undefined;
  } catch {
    return undefined;
  }
}

/** The value of a record whose time is not over, if it is that of the key. */
export function readRecord(
  record: Buffer | undefined,
  { owner, id }: StoreKey,
  now: number,
): StoreValue | undefined {
  const head = readHead(record, now);
  if (record === undefined || head === undefined || head.owner !== owner || head.id !== id) return undefined;
  try {
    const value: unknown = JSON.parse(record.toString("utf8", record.indexOf(END_OF_HEAD) + 1));
    return { value, version: head.version };
  } catch {
    return undefined;
  }
}
