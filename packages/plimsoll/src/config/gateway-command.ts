import { existsSync, realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import { CONFIG_FILE_NAMES } from "./config-file-names.ts";

const NAME = /^plimsoll(@[^/\\]*)?(\.(cmd|exe|ps1|js))?$/i;
const MAIN = /[\\/]plimsoll[\\/](dist|src)[\\/]cli[\\/]main\.[jt]s$/;

/** The arguments of `plimsoll serve`, if that is what a command comes to: by itself, or through npx, node and the like. */
export function gatewayArguments(command: string, args: readonly string[]): readonly string[] | undefined {
  const words = [command, ...args];
  const at = words.findIndex((word) => NAME.test(basename(word)) || MAIN.test(word));
  const rest = words.slice(at + 1);
  return at >= 0 && rest[0] === "serve" ? rest.slice(1) : undefined;
}

/** The config file that a `plimsoll serve` with these arguments would read, started in this folder. */
export function configOfGateway(args: readonly string[], folder: string): string | undefined {
  const at = args.findIndex((argument) => argument === "--config" || argument.startsWith("--config="));
  const named = args[at] === "--config" ? args[at + 1] : args[at]?.slice("--config=".length);
  if (named !== undefined) return realPath(resolve(folder, named));
  const found = CONFIG_FILE_NAMES.map((name) => resolve(folder, name)).find((file) => existsSync(file));
  return found === undefined ? undefined : realPath(found);
}

/** A path without links, or as it is where there is nothing. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
