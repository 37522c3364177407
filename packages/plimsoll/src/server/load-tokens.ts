import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { CatalogSnapshot, LoadedDefinition } from "@plimsoll/core";
import type { KeyRing, RingKey } from "./key-ring.ts";
import { LONGEST_SEAL_MS } from "./key-ring.ts";

/*
 * A model copies a load token from an answer into a call, so it is as short as can be: nothing stands in it that the
 * gateway knows by itself, neither names nor the principal.
 *
 *     version  key id  expiry, in seconds  a mark a tool  seal
 *     1        4       4                   12 each        16    bytes, as base64url
 *
 * A mark is the beginning of a hash of the tool's name and schema hash. A tool whose schema is another has another
 * mark, and so is not loaded by an old token.
 */
const VERSION = 1;
const HEAD_BYTES = 9;
const MARK_BYTES = 12;
const SEAL_BYTES = 16;
const MOST_MARKS = 64;
const FORM = /^[A-Za-z0-9_-]+$/;

/** What a load token came to: what it proves loaded, or that it proves nothing here. */
export type OpenedLoadToken =
  | { readonly type: "opened"; readonly loaded: readonly LoadedDefinition[] }
  | { readonly type: "expired" }
  | { readonly type: "refused" };

/** Seals loads for one principal, so that a client carries them and no replica has to keep them. */
export class LoadTokens {
  readonly #keys: KeyRing;
  readonly #now: () => number;

  constructor(keys: KeyRing, now: () => number = Date.now) {
    this.#keys = keys;
    this.#now = now;
  }

  /** A token for what was loaded. */
  async seal(loaded: readonly LoadedDefinition[], owner: string): Promise<string> {
    const key = await this.#keys.current();
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(VERSION, 0);
    head.write(key.id, 1, "hex");
    head.writeUInt32BE(Math.floor((this.#now() + LONGEST_SEAL_MS) / 1000), 5);
    const marks = loaded.slice(0, MOST_MARKS).map(({ name, schemaHash }) => toMark(name, schemaHash ?? ""));
    const body = Buffer.concat([head, ...marks]);
    return Buffer.concat([body, sealOf(body, owner, key)]).toString("base64url");
  }

  /** Reads a token that this gateway made for this very owner; what it loads is looked up in the catalog of now. */
  async open(token: string, owner: string, snapshot: CatalogSnapshot): Promise<OpenedLoadToken> {
    const bytes = FORM.test(token) ? Buffer.from(token, "base64url") : Buffer.alloc(0);
    const marks = bytes.subarray(HEAD_BYTES, -SEAL_BYTES);
    const isWhole =
      bytes.length >= HEAD_BYTES + SEAL_BYTES &&
      marks.length % MARK_BYTES === 0 &&
      marks.length <= MOST_MARKS * MARK_BYTES &&
      bytes.readUInt8(0) === VERSION;
    if (!isWhole) return { type: "refused" };
    const key = await this.#keys.find(bytes.toString("hex", 1, 5));
    if (key === undefined) return { type: "refused" };
    const body = bytes.subarray(0, -SEAL_BYTES);
    if (!timingSafeEqual(sealOf(body, owner, key), bytes.subarray(-SEAL_BYTES))) return { type: "refused" };
    if (bytes.readUInt32BE(5) * 1000 <= this.#now()) return { type: "expired" };
    const byMark = marksOf(snapshot);
    const loaded: LoadedDefinition[] = [];
    for (let at = 0; at < marks.length; at += MARK_BYTES) {
      const tool = byMark.get(marks.toString("base64url", at, at + MARK_BYTES));
      if (tool !== undefined) loaded.push(tool);
    }
    return { type: "opened", loaded };
  }
}

/** For one owner: a token of another has another seal. */
function sealOf(body: Buffer, owner: string, key: RingKey): Buffer {
  const seal = createHmac("sha256", key.for("load-token"));
  return seal.update(body).update(owner).digest().subarray(0, SEAL_BYTES);
}

function toMark(name: string, schemaHash: string): Buffer {
  return createHash("sha256").update(`${schemaHash} ${name}`).digest().subarray(0, MARK_BYTES);
}

const known = new WeakMap<CatalogSnapshot, ReadonlyMap<string, LoadedDefinition>>();

function marksOf(snapshot: CatalogSnapshot): ReadonlyMap<string, LoadedDefinition> {
  const found = known.get(snapshot);
  if (found !== undefined) return found;
  const made = new Map(
    snapshot
      .entries()
      .map(({ name, schemaHash }) => [toMark(name, schemaHash).toString("base64url"), { name, schemaHash }]),
  );
  known.set(snapshot, made);
  return made;
}
