import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Client, type ClientScope, clientNamed, type Machine } from "../../clients/client.ts";
import { CLIENT_NAMES } from "../../clients/client-name.ts";
import { applyConnect, applyUndo, type Undone } from "../../clients/connect-client.ts";
import { planConnect } from "../../clients/connection.ts";
import { toGatewayEntry, type Way } from "../../clients/gateway-entry.ts";
import { type Journal, openJournal } from "../../clients/journal.ts";
import type { EditedText } from "../../clients/text-edit.ts";
import { readTextFile } from "../../clients/text-file.ts";
import { DEFAULT_SETTINGS } from "../../config/config.ts";
import { CONFIG_FILE_NAMES } from "../../config/config-file-names.ts";
import { askYes, canAsk } from "../ask.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput } from "../output.ts";

/** The options of `plimsoll connect`. */
export interface ConnectOptions {
  readonly config?: string;
  readonly scope?: ClientScope;
  /** The address of a gateway that runs; where none is given, the one that `plimsoll serve` has. */
  readonly url?: string | true;
  readonly stdio?: boolean;
  readonly undo?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
}

const DEFAULT_URL = `http://127.0.0.1:${DEFAULT_SETTINGS.port}/mcp`;

/** `plimsoll connect`: writes the gateway's entry into a client's list of servers, or takes it out again. */
export async function connect(name: string, options: ConnectOptions): Promise<ExitCode> {
  const client = clientNamed(name);
  if (client === undefined) {
    return refuse(
      `${JSON.stringify(name)} is not a client that Plimsoll knows. It knows: ${CLIENT_NAMES.join(", ")}.`,
    );
  }
  const { scope = client.scopes[0] ?? "user" } = options;
  if (!client.scopes.includes(scope)) {
    return refuse(`${client.title} has one list of servers, its user's. Leave --scope out.`);
  }
  const { env, platform } = process;
  const machine: Machine = { platform, env, home: homedir(), folder: process.cwd() };
  const journal = openJournal(env);
  if (options.undo === true) return undo(client, options.scope, machine, journal);

  const file = client.fileOf(scope, machine);
  const way = wayOf(client, file, options, machine);
  if (typeof way === "string") return refuse(way);
  const before = await readTextFile(file);
  const plan = planConnect(client, { file, text: before }, toGatewayEntry(client, scope, way, machine));
  if (plan.type === "connected") {
    standardOutput.line(`${client.title} is connected already: the entry is in ${file}.`);
    return EXIT.fine;
  }
  if (options.print === true) return print(client, file, plan.edit);
  show(file, before, plan.edit);
  if (options.yes !== true && !(canAsk() && (await askYes("Write it?")))) {
    errorOutput.note(`Nothing was written. To write it: plimsoll connect ${client.name} --yes`);
    return EXIT.findings;
  }
  const backup = await applyConnect(client, { file, before, after: plan.edit.text }, journal);
  standardOutput.line(`Written to ${file}.`);
  if (backup !== undefined) standardOutput.line(`As it was before, it is in ${backup}.`);
  standardOutput.line(client.next);
  standardOutput.line(`To take it back: plimsoll connect ${client.name} --undo`);
  return EXIT.fine;
}

/** How the client will reach the gateway, or why it cannot. */
function wayOf(
  client: Client,
  file: string,
  { url, stdio, config }: ConnectOptions,
  { folder }: Machine,
): Way | string {
  if (url !== undefined && stdio !== true) {
    const address = url === true ? DEFAULT_URL : url;
    if (!client.takesUrl) return `${client.title} starts its servers itself. Leave --url out.`;
    const isWhole = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    return isWhole ? { type: "url", url: address } : `Write the address whole: --url ${DEFAULT_URL}`;
  }
  const found = CONFIG_FILE_NAMES.find((name) => existsSync(resolve(folder, name)));
  const path = resolve(folder, config ?? found ?? "plimsoll.json");
  if (!existsSync(path)) {
    return `There is no file ${path}. Make one from the servers your clients have: plimsoll import. Or name one with --config.`;
  }
  if (path === file) {
    return `${path} is ${client.title}'s own list. Take its servers over first: plimsoll import ${client.name}`;
  }
  return { type: "stdio", config: path };
}

/** The entry alone, for somebody who writes it where it belongs. */
function print({ title }: Client, file: string, { shown }: EditedText): ExitCode {
  errorOutput.note(`For ${title}, in ${file}:`);
  for (const line of shown.split("\n")) standardOutput.line(line);
  return EXIT.fine;
}

function show(file: string, before: string | undefined, { shown, replaced }: EditedText): void {
  standardOutput.line(`${before === undefined ? "A new file" : "Into"} ${file}:`);
  standardOutput.line();
  for (const line of shown.split("\n")) standardOutput.line(`  ${line}`);
  standardOutput.line();
  if (replaced === undefined) return;
  standardOutput.line("It takes the place of the entry of that name that is there now.");
}

async function undo(
  client: Client,
  scope: ClientScope | undefined,
  machine: Machine,
  journal: Journal,
): Promise<ExitCode> {
  const files = (scope === undefined ? client.scopes : [scope]).map((one) => client.fileOf(one, machine));
  const known = (await journal.all()).filter((connection) => files.includes(connection.file));
  for (const connection of known) {
    standardOutput.line(renderUndone(connection.file, await applyUndo(client, connection, journal)));
  }
  if (known.length > 0) return EXIT.fine;
  errorOutput.note(`plimsoll connect has written nothing into ${files.join(" or ")}.`);
  return EXIT.findings;
}

function renderUndone(file: string, undone: Undone): string {
  switch (undone.type) {
    case "restored":
      return `${file} is as it was before.`;
    case "deleted":
      return `${file} is gone, as it was before.`;
    case "taken-out":
      return `${file} was edited since, so only the entry was taken out.${
        undone.backup === undefined ? "" : ` As it was before, it is in ${undone.backup}.`
      }`;
    case "gone":
      return `${file} has no entry of Plimsoll's any more.`;
  }
}

function refuse(reason: string): ExitCode {
  errorOutput.note(`plimsoll: ${reason}`);
  return EXIT.input;
}
