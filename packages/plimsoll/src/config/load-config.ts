import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../errors.ts";
import { secretsOfConfig } from "../secrets/config-secrets.ts";
import { processRedactor } from "../secrets/redactor.ts";
import type { GatewayConfig } from "./config.ts";
import { CONFIG_FILE_NAMES } from "./config-file-names.ts";
import { parseConfig } from "./parse-config.ts";
import { setAsideSelf } from "./self-entry.ts";

/** Where a config is looked for. */
export interface LoadConfigOptions {
  /** The file to read; without it, `plimsoll.json` and then `.mcp.json` in the folder. */
  readonly file?: string | undefined;
  /** The working directory. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where it is served over HTTP: an entry that leads there is set aside. */
  readonly port?: number | undefined;
}

/** Finds and reads the config file. An entry that is the gateway itself is set aside. */
export async function loadConfig({
  file,
  folder = process.cwd(),
  env = process.env,
  port,
}: LoadConfigOptions = {}): Promise<GatewayConfig> {
  const names = file === undefined ? CONFIG_FILE_NAMES : [file];
  const candidates = names.map((name) => resolve(folder, name));
  for (const candidate of candidates) {
    const text = await readIfPresent(candidate);
    if (text === undefined) continue;
    const config = parseConfig(candidate, text, env);
    processRedactor.learn(secretsOfConfig(config));
    return setAsideSelf(config, port);
  }
  const message =
    file === undefined
      ? `There is no plimsoll.json and no .mcp.json in ${folder}. Create plimsoll.json, for example { "mcpServers": { "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] } } }, or name a file with --config.`
      : `There is no file ${candidates[0]}. Name an existing one with --config.`;
  throw new PlimsollError("CONFIG_NOT_FOUND", message, { searched: candidates });
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = code === "EISDIR" ? "It is a folder." : `It cannot be read (${code}).`;
    const data = { file, line: 1, column: 1, reason };
    throw new PlimsollError(
      "CONFIG_INVALID",
      `${file}: ${reason} Name a readable file with --config.`,
      data,
      {
        cause,
      },
    );
  }
}
