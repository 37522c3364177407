import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { CLIENTS, clientNamed, type Machine } from "../../clients/client.ts";
import { readClientServers } from "../../clients/client-servers.ts";
import { addJsonEntry } from "../../clients/json-entry.ts";
import {
  type Conflict,
  type ImportPlan,
  type NamedEntry,
  plainSecrets,
  planImport,
  unsetVariables,
} from "../../clients/plan-import.ts";
import { readTextFile, writeTextFile } from "../../clients/text-file.ts";
import { parseConfigTree } from "../../config/config-text.ts";
import { nodeValue } from "../../config/node-value.ts";
import { isRecord } from "../../internal/is-record.ts";
import { askYes, canAsk } from "../ask.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toColumns, toCountOf } from "../output.ts";

/** The options of `plimsoll import`. */
export interface ImportOptions {
  readonly config?: string;
  readonly print?: boolean;
  readonly yes?: boolean;
}

const SERVERS_KEYS = ["mcpServers", "servers", "context_servers"];
const SCHEMA = "https://plimsoll.dev/plimsoll.schema.json";

/** `plimsoll import`: takes the servers of clients over into `plimsoll.json`; the clients' own lists stay as they are. */
export async function importServers(
  sources: readonly string[],
  { config, print, yes }: ImportOptions,
): Promise<ExitCode> {
  const { env, platform } = process;
  const machine: Machine = { platform, env, home: homedir(), folder: process.cwd() };
  const target = resolve(machine.folder, config ?? "plimsoll.json");
  const files = filesOf(sources, machine).filter((file) => file !== target);
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    errorOutput.note(`plimsoll: There is no file ${missing}. Name a file, or a client: ${namesOfClients()}.`);
    return EXIT.input;
  }
  const before = await readTextFile(target);
  const text = before ?? `${JSON.stringify({ $schema: SCHEMA, mcpServers: {} }, undefined, 2)}\n`;
  const { key, servers } = serversOf(target, text);
  const plan = planImport(servers, await Promise.all(files.map(readServers(target))));
  report(files, plan);
  const chosen = [...plan.added, ...(yes === true || print === true ? [] : await askEach(plan.conflicts))];
  if (chosen.length === 0) {
    standardOutput.line("There is nothing to take over.");
    return plan.same.length + plan.conflicts.length === 0 ? EXIT.findings : EXIT.fine;
  }
  const after = chosen.reduce(
    (written, { name, entry }) => addJsonEntry({ file: target, text: written }, key, name, entry).text,
    text,
  );
  if (print === true) {
    for (const line of after.trimEnd().split(/\r\n|\n/)) standardOutput.line(line);
    return EXIT.fine;
  }
  if (
    yes !== true &&
    !(canAsk() && (await askYes(`Write ${toCountOf(chosen.length, "server")} into ${target}?`)))
  ) {
    errorOutput.note(`Nothing was written. To write it: plimsoll import --yes`);
    return EXIT.findings;
  }
  await writeTextFile(target, after);
  conclude(target, chosen);
  return EXIT.fine;
}

/** The files to read: of the clients that were named, or of all that have one; a name that is no client's is a file. */
function filesOf(sources: readonly string[], machine: Machine): string[] {
  const clients = sources.length === 0 ? CLIENTS : sources.flatMap((name) => clientNamed(name) ?? []);
  const named = sources.filter((name) => clientNamed(name) === undefined);
  const theirs = clients.flatMap((client) => client.scopes.map((scope) => client.fileOf(scope, machine)));
  return [
    ...new Set([
      ...theirs.filter((file) => existsSync(file)),
      ...named.map((file) => resolve(machine.folder, file)),
    ]),
  ];
}

function readServers(target: string) {
  return async (file: string) => ({
    file,
    servers: readClientServers({ file, text: (await readTextFile(file)) ?? "" }, dirname(target)),
  });
}

/** The map of servers that is there, under whichever key. */
function serversOf(file: string, text: string): { key: string; servers: Readonly<Record<string, unknown>> } {
  const config: unknown = nodeValue(parseConfigTree({ file, text: text.replace(/^\uFEFF/, "") }));
  const known = isRecord(config) ? config : {};
  const key = SERVERS_KEYS.find((candidate) => Object.hasOwn(known, candidate)) ?? "mcpServers";
  const servers = known[key];
  return { key, servers: isRecord(servers) ? servers : {} };
}

function report(files: readonly string[], { added, same, conflicts, left }: ImportPlan): void {
  for (const file of files) errorOutput.note(`Read ${file}`);
  if (files.length === 0) errorOutput.note(`No client has a list of servers here: ${namesOfClients()}.`);
  const rows: [string, string][] = [
    ...added.map(({ name }): [string, string] => [name, "is added"]),
    ...same.map((name): [string, string] => [name, "is there already"]),
    ...conflicts.map((conflict): [string, string] => [conflict.name, toKept(conflict)]),
    ...left.map(({ name, reason }): [string, string] => [name, `is left out: ${reason}`]),
  ];
  for (const line of toColumns(rows)) errorOutput.note(line);
}

function toKept({ file, keptFrom }: Conflict): string {
  return keptFrom === undefined
    ? "is there with other content, which is kept"
    : `is taken from ${keptFrom}; ${file} has it with other content, which is left out`;
}

/** Asks of each whether it may take the place of what is there. */
async function askEach(conflicts: readonly Conflict[]): Promise<NamedEntry[]> {
  const chosen: NamedEntry[] = [];
  if (!canAsk()) return chosen;
  for (const conflict of conflicts) {
    if (await askYes(`Replace ${conflict.name} by that of ${conflict.file}?`)) chosen.push(conflict);
  }
  return chosen;
}

function conclude(target: string, chosen: readonly NamedEntry[]): void {
  standardOutput.line(`${toCountOf(chosen.length, "server")} written into ${target}.`);
  const secrets = chosen.flatMap(plainSecrets);
  if (secrets.length > 0) {
    standardOutput.line(
      `Secrets stand there as they did before (${secrets.join(", ")}): keep the file to yourself, or write variables, as \${TOKEN}, instead.`,
    );
  }
  const unset = unsetVariables(chosen, process.env);
  if (unset.length > 0) {
    standardOutput.line(
      `Set these variables where Plimsoll runs: without them the file cannot be read. ${unset.join(", ")}`,
    );
  }
  standardOutput.line("Next, put Plimsoll before a client: plimsoll connect CLIENT");
  standardOutput.line(
    "Then remove these servers from the client's own list: it would have their tools twice.",
  );
}

function namesOfClients(): string {
  return CLIENTS.map(({ name }) => name).join(", ");
}
