import { createHash } from "node:crypto";
import type { ConfigText } from "../config/config-text.ts";
import type { Client } from "./client.ts";
import type { ClientName } from "./client-name.ts";
import { ENTRY_NAME, type Entry } from "./gateway-entry.ts";
import { addJsonEntry, removeJsonEntry } from "./json-entry.ts";
import type { EditedText } from "./text-edit.ts";
import { addTomlEntry, removeTomlEntry } from "./toml-entry.ts";

/** What was written into a client's file, so that it can be taken back. */
export interface Connection {
  readonly client: ClientName;
  readonly file: string;
  /** Where the file of before is kept; nothing if there was none. */
  readonly backup?: string;
  /** The hash of the file as it was written: another one has been edited since. */
  readonly written: string;
  /** The folder that was made for the file. */
  readonly madeFolder?: string;
}

/** What connecting a client comes to. */
export type ConnectPlan =
  | { readonly type: "connected" } // the entry is there already
  | { readonly type: "write"; readonly edit: EditedText };

/** Plans to write the gateway's entry into a client's file. */
export function planConnect(client: Client, { file, text }: ConfigFile, entry: Entry): ConnectPlan {
  const add = client.key === "mcp_servers" ? addTomlEntry : addJsonEntry;
  const edit = add({ file, text: text ?? "" }, client.key, ENTRY_NAME, entry);
  return edit.text === text ? { type: "connected" } : { type: "write", edit };
}

/** What taking an entry back comes to. */
export type UndoPlan =
  | { readonly type: "restore"; readonly text: string | undefined } // as it was; nothing: there was no file
  | { readonly type: "take-out"; readonly text: string } // the file was edited since: only the entry goes
  | { readonly type: "gone" }; // somebody took it out already

/** Plans to take the gateway's entry back. `before` is what the backup holds. */
export function planUndo(
  client: Client,
  { file, text }: ConfigFile,
  connection: Connection,
  before: string | undefined,
): UndoPlan {
  const isKept = connection.backup === undefined || before !== undefined;
  if (text !== undefined && hashOf(text) === connection.written && isKept) {
    return { type: "restore", text: before };
  }
  const left = text === undefined ? undefined : withoutEntry(client, { file, text });
  return left === undefined ? { type: "gone" } : { type: "take-out", text: left };
}

/** A client's file without the gateway's entry; nothing if it has none. */
export function withoutEntry(client: Client, file: ConfigText): string | undefined {
  return client.key === "mcp_servers" ? removeTomlEntry(file) : removeJsonEntry(file, client.key, ENTRY_NAME);
}

/** A file, with its text if it exists. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string | undefined;
}

/** Tells one text from another. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
