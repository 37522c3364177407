import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { hashOfLine, NO_LINE, writeAuditLine } from "./audit-line.ts";

const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);
const TAIL_BYTES = 65_536;
const NEWLINE = 0x0a;

/** What a line tells. */
export type AuditFields = Readonly<Record<string, unknown>> & { readonly type: string };

interface Waiting {
  readonly at: string;
  readonly fields: AuditFields;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A file that is only added to, and that only this user may read. Each line has the hash of the one before, so that one
 * that was changed, put in or taken out is found. Several gateways may write to the same file: each has a chain of its
 * own, whose first line has the hash of the last line that it found.
 *
 * After a failure nobody knows what was written of a line: the next one begins a new chain, and says how many were lost.
 */
export class AuditFile {
  readonly #path: string;
  /** What the first line of each chain tells. */
  readonly #opening: Readonly<Record<string, unknown>>;
  readonly #waiting: Waiting[] = [];
  #handle: FileHandle | undefined;
  #writer = "";
  #number = 0;
  #previous = NO_LINE;
  #lost = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string, opening: Readonly<Record<string, unknown>> = {}) {
    this.#path = path;
    this.#opening = opening;
  }

  /** Begins a chain, if there is none: whether that works is known then. */
  async open(): Promise<void> {
    if (this.#handle === undefined) await this.#begin();
  }

  /** Adds a line; settles when the system has taken it. */
  append(fields: AuditFields): Promise<void> {
    const at = new Date().toISOString();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ at, fields, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Says that the chain ends here. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.#handle === undefined) return;
    await this.append({ type: "closed" }).catch(() => undefined);
    await this.#release();
  }

  /** Lines that come while others are being written are written together. */
  async #writeAll(): Promise<void> {
    for (let batch = this.#waiting.splice(0); batch.length > 0; batch = this.#waiting.splice(0)) {
      try {
        await this.open();
        const text = batch.map(({ at, fields }) => this.#compose(at, fields)).join("");
        await this.#handle?.appendFile(text);
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        this.#lost += batch.length;
        await this.#release();
        for (const { reject } of batch) reject(cause);
      }
    }
    // In the same breath as the last look: whoever comes later begins anew.
    this.#writing = undefined;
  }

  async #begin(): Promise<void> {
    const handle = await open(this.#path, FLAGS, 0o600);
    try {
      await makePrivate(handle, this.#path);
      const { last, isWhole } = await readEnd(handle);
      this.#writer = randomUUID();
      this.#number = 0;
      this.#previous = NO_LINE;
      const lost = this.#lost === 0 ? {} : { lost: this.#lost };
      const follows = last === undefined ? NO_LINE : hashOfLine(last);
      const fields = { type: "opened", ...this.#opening, ...lost, follows };
      const line = this.#compose(new Date().toISOString(), fields);
      // What another left half written must not take our first line with it.
      await handle.appendFile(isWhole ? line : `\n${line}`);
    } catch (cause) {
      await handle.close().catch(() => undefined);
      throw cause;
    }
    this.#handle = handle;
    this.#lost = 0;
  }

  async #release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close().catch(() => undefined);
  }

  #compose(at: string, { type, ...fields }: AuditFields): string {
    this.#number += 1;
    const own = { v: 1, at, writer: this.#writer, number: this.#number, type } as const;
    const text = writeAuditLine({ ...own, ...fields, ...own, previous: this.#previous });
    this.#previous = hashOfLine(text);
    return `${text}\n`;
  }
}

async function makePrivate(handle: FileHandle, path: string): Promise<void> {
  const found = await handle.stat();
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  // Windows has no such bits.
  if (process.getuid === undefined) return;
  if (found.uid !== process.getuid()) throw new Error(`${path} is another user's`);
  if ((found.mode & 0o077) !== 0) await handle.chmod(0o600);
}

/** The last line of a file, and whether it ends as one. */
async function readEnd(
  handle: FileHandle,
): Promise<{ readonly last: string | undefined; readonly isWhole: boolean }> {
  const { size } = await handle.stat();
  if (size === 0) return { last: undefined, isWhole: true };
  for (let length = TAIL_BYTES; ; length *= 2) {
    const start = Math.max(0, size - length);
    const { buffer } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
    const isWhole = buffer.at(-1) === NEWLINE;
    const end = isWhole ? buffer.length - 1 : buffer.length;
    const begin = end === 0 ? -1 : buffer.lastIndexOf(NEWLINE, end - 1);
    if (begin === -1 && start > 0) continue;
    return { last: buffer.toString("utf8", begin + 1, end), isWhole };
  }
}
