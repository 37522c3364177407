import { loadConfig } from "../../config/load-config.ts";
import { type TokenRecord, tokenBookOf } from "../../server/auth/token-book.ts";
import { noProfile, profileNamed } from "../../server/profile.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toColumns } from "../output.ts";

const DAY_MS = 86_400_000;

/** The options that every `plimsoll token` command has. */
export interface TokenOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** The options of `plimsoll token create`. */
export interface CreateTokenOptions extends TokenOptions {
  /** All, and the whole catalog, if absent. */
  readonly profile?: readonly string[];
  readonly days: number;
}

/** `plimsoll token create`: makes a token and prints it, this once. */
export async function createToken(name: string, options: CreateTokenOptions): Promise<ExitCode> {
  const config = await loadConfig({ file: options.config });
  const { file, auth } = config;
  const unknown = options.profile?.find((profile) => profileNamed(config, profile) === undefined);
  if (unknown !== undefined) throw noProfile(config, unknown);
  const book = await tokenBookOf(file);
  const { token, record } = await book.create({
    name,
    ttlMs: options.days * DAY_MS,
    ...(options.profile === undefined ? {} : { profiles: options.profile }),
  });
  if (options.json === true) {
    standardOutput.json({ token, ...toReport(record) });
    return EXIT.fine;
  }
  standardOutput.line(token);
  errorOutput.note(
    `It is for ${sayProfiles(record)}, until ${sayDay(record.expiresAt)}. It is not shown again.`,
  );
  if (auth?.tokens !== true) {
    errorOutput.note(`To let tokens in, add "auth": { "tokens": true } to ${file}.`);
  }
  return EXIT.fine;
}

/** `plimsoll token list`: the tokens of a config, without what would open anything. */
export async function listTokens(options: TokenOptions): Promise<ExitCode> {
  const { file } = await loadConfig({ file: options.config });
  const records = await (await tokenBookOf(file)).list();
  if (options.json === true) standardOutput.json(records.map(toReport));
  else printTokens(records, file);
  return records.length === 0 ? EXIT.findings : EXIT.fine;
}

/** `plimsoll token revoke`: from the next request on, the tokens of a name, or the one of an id, open nothing. */
export async function revokeToken(nameOrId: string, options: TokenOptions): Promise<ExitCode> {
  const { file } = await loadConfig({ file: options.config });
  const revoked = await (await tokenBookOf(file)).revoke(nameOrId);
  if (options.json === true) standardOutput.json(revoked.map(toReport));
  else if (revoked.length === 0) {
    standardOutput.line(`No token is called ${JSON.stringify(nameOrId)}. plimsoll token list names them.`);
  }
  for (const { name, id } of options.json === true ? [] : revoked) {
    standardOutput.line(`Revoked ${name} (${id}).`);
  }
  return revoked.length === 0 ? EXIT.findings : EXIT.fine;
}

function printTokens(records: readonly TokenRecord[], file: string): void {
  if (records.length === 0) standardOutput.line(`There is no token for ${file}.`);
  const rows = records.map((record): [string, string] => {
    const { name, id, expiresAt } = record;
    const until = `${expiresAt <= Date.now() ? "expired" : "until"} ${sayDay(expiresAt)}`;
    return [name, `${id}  ${until}  ${sayProfiles(record)}`];
  });
  for (const row of toColumns(rows)) standardOutput.line(row);
}

function toReport({ hash: _hash, createdAt, expiresAt, ...record }: TokenRecord) {
  return {
    ...record,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    isExpired: expiresAt <= Date.now(),
  };
}

function sayProfiles({ profiles }: TokenRecord): string {
  if (profiles === undefined) return "everything";
  return `${profiles.length === 1 ? "the profile" : "the profiles"} ${profiles.join(", ")}`;
}

function sayDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
