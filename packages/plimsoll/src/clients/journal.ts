import { basename, join } from "node:path";
import { isRecord } from "../internal/is-record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { type Connection, hashOf } from "./connection.ts";
import { readTextFile, writeTextFile } from "./text-file.ts";

/** What `plimsoll connect` has written, and where: kept with the rest of Plimsoll's state. */
export interface Journal {
  /** The connection of a file, if there is one. */
  find(file: string): Promise<Connection | undefined>;
  all(): Promise<readonly Connection[]>;
  /** In the place of what was known of the file. */
  put(connection: Connection): Promise<void>;
  drop(file: string): Promise<void>;
  /** Where a file is kept as it was: not beside it, where a project's may be committed, with the secrets in it. */
  backupOf(file: string): string;
}

/** The journal of this user. */
export function openJournal(env: Readonly<Record<string, string | undefined>>): Journal {
  const folder = stateFolder(env);
  const path = join(folder, "connections.json");
  const all = async (): Promise<readonly Connection[]> => parse(await readTextFile(path));
  const write = (connections: readonly Connection[]): Promise<unknown> =>
    writeTextFile(path, `${JSON.stringify(connections, undefined, 2)}\n`);
  return {
    all,
    find: async (file) => (await all()).find((connection) => connection.file === file),
    async put(connection) {
      await write([...(await all()).filter(({ file }) => file !== connection.file), connection]);
    },
    async drop(dropped) {
      await write((await all()).filter(({ file }) => file !== dropped));
    },
    backupOf: (file) => join(folder, "backups", `${hashOf(file).slice(0, 16)}-${basename(file)}`),
  };
}

/** A journal that was damaged is an empty one: undoing then takes the entry out, which needs no journal. */
function parse(text: string | undefined): readonly Connection[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isConnection) : [];
  } catch {
    return [];
  }
}

function isConnection(value: unknown): value is Connection {
  return (
    isRecord(value) &&
    typeof value["client"] === "string" &&
    typeof value["file"] === "string" &&
    typeof value["written"] === "string"
  );
}
