import { timingSafeEqual } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { isRecord } from "../../internal/is-record.ts";
import { localPlaceOf } from "../../local/local-place.ts";
import { makePrivateFolder } from "../../local/private-folder.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { createAccessToken, hashAccessToken, isAccessToken } from "./access-token.ts";

const ID_DIGITS = 12;
const FILE = /^[0-9a-f]{64}\.json$/;

/** What is kept of a token: who it stands for, and for what and how long; of the token itself only a hash. */
export interface TokenRecord {
  /** Tells it from others; the beginning of its hash. */
  readonly id: string;
  /** The principal it stands for. */
  readonly name: string;
  readonly hash: string;
  /** All, and the whole catalog, if absent. */
  readonly profiles?: readonly string[];
  /** Both in milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** What a token is made for. */
export interface TokenWish {
  readonly name: string;
  readonly profiles?: readonly string[];
  readonly ttlMs: number;
}

/**
 * The tokens of one config, a file each, named after the hash of its token. So looking one up is reading a file:
 * nothing is held in memory, a revoked token is refused at the next request, and nobody who makes or revokes one can
 * undo what another does at the same time.
 */
export class TokenBook {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes a token, and answers it this once. */
  async create({ name, profiles, ttlMs }: TokenWish): Promise<{ token: string; record: TokenRecord }> {
    await this.prepare();
    const token = createAccessToken();
    const hash = hashAccessToken(token);
    const createdAt = Date.now();
    const record: TokenRecord = {
      id: hash.slice(0, ID_DIGITS),
      name,
      hash,
      ...(profiles === undefined ? {} : { profiles }),
      createdAt,
      expiresAt: createdAt + ttlMs,
    };
    const draft = join(this.#folder, `${hash}.draft`);
    await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, this.#fileOf(hash));
    return { token, record };
  }

  /** The record of a token; nothing, where it is unknown, revoked, or over. */
  async find(token: string, now: number = Date.now()): Promise<TokenRecord | undefined> {
    if (!isAccessToken(token)) return undefined;
    const hash = hashAccessToken(token);
    const record = await this.#read(this.#fileOf(hash));
    if (record === undefined || record.expiresAt <= now) return undefined;
    // The file was found by its name; that it is this token's is what it says itself.
    return timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash)) ? record : undefined;
  }

  /** Every token that is kept, the oldest first, also those that are over. */
  async list(): Promise<readonly TokenRecord[]> {
    const names = await readdir(this.#folder).catch(ifMissing([]));
    const files = names.filter((name) => FILE.test(name)).map((name) => join(this.#folder, name));
    const records = await Promise.all(files.map((file) => this.#read(file)));
    return records
      .filter((record) => record !== undefined)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Revokes the tokens of a name, or the one of an id, and answers them. */
  async revoke(nameOrId: string): Promise<readonly TokenRecord[]> {
    const records = (await this.list()).filter(({ name, id }) => name === nameOrId || id === nameOrId);
    for (const { hash } of records) await rm(this.#fileOf(hash), { force: true });
    return records;
  }

  /** Makes sure that nobody else can put a token there. */
  async prepare(): Promise<void> {
    await mkdir(join(this.#folder, ".."), { recursive: true, mode: 0o700 });
    await makePrivateFolder(this.#folder);
  }

  #fileOf(hash: string): string {
    return join(this.#folder, `${hash}.json`);
  }

  async #read(file: string): Promise<TokenRecord | undefined> {
    const text = await readFile(file, "utf8").catch(ifMissing(undefined));
    const record = text === undefined ? undefined : parseRecord(text);
    return record?.hash === basename(file, ".json") ? record : undefined;
  }
}

/** The book of a config file: what a profile is called says nothing about another file's. */
export async function tokenBookOf(
  configFile: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<TokenBook> {
  const { id } = await localPlaceOf(configFile, env);
  return new TokenBook(join(stateFolder(env), "tokens", id));
}

/** A file that says anything else opens nothing. */
function parseRecord(text: string): TokenRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { id, name, hash, profiles, createdAt, expiresAt } = value;
  const isWhole =
    typeof id === "string" &&
    typeof name === "string" &&
    typeof hash === "string" &&
    typeof createdAt === "number" &&
    typeof expiresAt === "number" &&
    (profiles === undefined ||
      (Array.isArray(profiles) && profiles.every((profile) => typeof profile === "string")));
  return isWhole ? (value as unknown as TokenRecord) : undefined;
}

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return value;
    throw error;
  };
}
