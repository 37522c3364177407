import { rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../errors.ts";
import { makePrivateFolder } from "../local/private-folder.ts";
import type { Client } from "./client.ts";
import { type Connection, hashOf, planUndo, withoutEntry } from "./connection.ts";
import type { Journal } from "./journal.ts";
import { readTextFile, writeTextFile } from "./text-file.ts";

const PRIVATE = 0o600;

/** What is to be written, and what it was planned from. */
export interface ClientWrite {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** Writes a client's file, with a backup and a line in the journal. Answers where the backup is. */
export async function applyConnect(
  client: Client,
  { file, before, after }: ClientWrite,
  journal: Journal,
): Promise<string | undefined> {
  if ((await readTextFile(file)) !== before) {
    const reason = "it was changed by somebody else meanwhile. Run this again.";
    throw new PlimsollError("CLIENT_FILE_UNUSABLE", `${file} was left as it is: ${reason}`, { file, reason });
  }
  const known = await journal.find(file);
  const backup = before === undefined ? undefined : await keep(client, { file, before, known }, journal);
  const madeFolder = (await writeTextFile(file, after)) ?? known?.madeFolder;
  await journal.put({
    client: client.name,
    file,
    written: hashOf(after),
    ...(backup === undefined ? {} : { backup }),
    ...(madeFolder === undefined ? {} : { madeFolder }),
  });
  return backup;
}

/** What became of a file that was to be as before. */
export type Undone =
  | { readonly type: "restored" } // byte for byte
  | { readonly type: "deleted" } // there was none before
  | { readonly type: "taken-out"; readonly backup?: string } // it was edited since: only the entry is gone
  | { readonly type: "gone" }; // there was no entry any more

/** Takes back what `applyConnect` wrote. */
export async function applyUndo(client: Client, connection: Connection, journal: Journal): Promise<Undone> {
  const { file, backup, madeFolder } = connection;
  const before = backup === undefined ? undefined : await readTextFile(backup);
  const plan = planUndo(client, { file, text: await readTextFile(file) }, connection, before);
  if (plan.type !== "gone") {
    if (plan.text === undefined) await removeFile(file, madeFolder);
    else await writeTextFile(file, plan.text);
  }
  await journal.drop(file);
  if (plan.type === "take-out") return { type: "taken-out", ...(backup === undefined ? {} : { backup }) };
  if (plan.type === "gone") return { type: "gone" };
  if (backup !== undefined) await rm(backup, { force: true });
  return { type: plan.text === undefined ? "deleted" : "restored" };
}

/** Keeps the file as it is without us: connecting twice must not make the first entry part of what is put back. */
async function keep(
  client: Client,
  {
    file,
    before,
    known,
  }: { readonly file: string; readonly before: string; readonly known: Connection | undefined },
  journal: Journal,
): Promise<string | undefined> {
  const isOurs = known !== undefined && hashOf(before) === known.written;
  if (isOurs) return known.backup;
  const text = known === undefined ? before : (withoutEntry(client, { file, text: before }) ?? before);
  const backup = known?.backup ?? (await freeName(journal.backupOf(file)));
  if (known?.backup === undefined) await makePrivateFolder(dirname(backup));
  await writeTextFile(backup, text, { mode: PRIVATE });
  return backup;
}

/** A backup that was left behind by a lost journal is somebody's only copy. */
async function freeName(name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if ((await readTextFile(candidate)) === undefined) return candidate;
  }
}

async function removeFile(file: string, madeFolder: string | undefined): Promise<void> {
  await rm(file, { force: true });
  if (madeFolder === undefined) return;
  // Only while nobody else has put something there.
  for (let folder = dirname(file); folder.length >= madeFolder.length; folder = dirname(folder)) {
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
