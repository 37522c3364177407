import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { delimiter } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BIN_FOLDER } from "./servers.ts";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** The program and its first arguments that are `plimsoll`, run from source in one process. */
export const CLI = {
  command: process.execPath,
  args: ["--conditions=@plimsoll/source", "--import", TSX, MAIN],
} as const;

/** The environment that finds the official servers by their bare names. */
export function cliEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  const path = [BIN_FOLDER, process.env["PATH"] ?? ""].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, NO_COLOR: "1" };
}

/** A command that runs, with what it has said so far. */
export interface RunningCli {
  readonly child: ChildProcess;
  readonly said: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
}

/** Where a command is run, and what is added to its environment. */
export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a command. */
export function startCli(args: readonly string[], { env, ...options }: CliOptions = {}): RunningCli {
  const child = spawn(CLI.command, [...CLI.args, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...cliEnvironment(), ...env },
    ...options,
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said, ended };
}

/** Runs a command to its end. */
export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { ended, said } = startCli(args, options);
  const code = await ended;
  return { code, ...said };
}
