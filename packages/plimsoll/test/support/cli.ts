import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { delimiter } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BIN_FOLDER, temporaryFolder } from "./servers.ts";

const MAIN = fileURLToPath(new URL("../../bin/plimsoll.js", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** The program and its first arguments that are `plimsoll`, as it is published: test/bundle-cli.ts makes it. */
export const CLI = { command: process.execPath, args: [MAIN] } as const;

/** The arguments with which Node runs a file of the source. */
export const FROM_SOURCE = ["--conditions=@plimsoll/source", "--import", TSX] as const;

/** The environment that finds the official servers by their bare names, and in which nothing is known from before. */
export function cliEnvironment(home: string = temporaryFolder()): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  const path = [BIN_FOLDER, process.env["PATH"] ?? ""].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, PLIMSOLL_HOME: home, NO_COLOR: "1" };
}

/** Where and with what a command is run. */
export interface CliOptions {
  readonly cwd?: string;
  /** The folder of what is kept between commands; without it, one of this command's own. */
  readonly home?: string;
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from its standard input; without it, the input stays open. */
  readonly input?: string;
  /** Runs it at a terminal of its own, by script(1). */
  readonly terminal?: boolean;
}

/** A command that runs, with what it has said so far. */
export interface RunningCli {
  readonly child: ChildProcess;
  readonly said: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
}

/** Starts a command. */
export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  const { cwd, home, env, input, terminal } = options;
  const words = [CLI.command, ...CLI.args, ...args];
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const [command = "", ...rest] = terminal === true ? ["script", "-qec", quoted, "/dev/null"] : words;
  const child = spawn(command, rest, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...cliEnvironment(home), ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (input !== undefined) child.stdin.end(input);
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
