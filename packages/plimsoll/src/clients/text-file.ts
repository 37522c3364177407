import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { PlimsollError } from "@plimsoll/core";
import { realPath } from "../config/gateway-command.ts";
import type {} from "../errors.ts";

const PRIVATE = 0o600;

/** The text of a file, to the byte, also with a mark of the byte order; nothing if there is no file. */
export async function readTextFile(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unusable(file, `it cannot be read (${code}).`, cause);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw unusable(file, "it is not text in UTF-8.", cause);
  }
}

/**
 * Puts a text in the place of a file in one go, so that nobody ever reads half of it. A link stays a link, and a file
 * keeps its permissions; a new one is for its user alone. Answers the topmost folder that had to be made.
 */
export async function writeTextFile(
  file: string,
  text: string,
  { mode }: { readonly mode?: number } = {},
): Promise<string | undefined> {
  const target = realPath(file);
  const draft = `${target}.plimsoll-draft`;
  try {
    const made = await mkdir(dirname(target), { recursive: true });
    const kept = await stat(target).then(
      (found) => found.mode & 0o777,
      () => undefined,
    );
    await writeFile(draft, text, { mode: PRIVATE });
    await chmod(draft, mode ?? kept ?? PRIVATE);
    await rename(draft, target);
    return made;
  } catch (cause) {
    await rm(draft, { force: true });
    throw unusable(file, `it cannot be written (${(cause as NodeJS.ErrnoException).code}).`, cause);
  }
}

function unusable(file: string, reason: string, cause: unknown): PlimsollError<"CLIENT_FILE_UNUSABLE"> {
  const message = `${file} was left as it is: ${reason}`;
  return new PlimsollError("CLIENT_FILE_UNUSABLE", message, { file, reason }, { cause });
}
