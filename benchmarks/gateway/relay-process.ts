import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import type { StdioCommand } from "./stdio-exchange.ts";

const REPORT_CPU = new URL("./report-cpu.mjs", import.meta.url).href;

/** A relay in a process of its own that says what it has used of the processor. */
export interface RelayProcess {
  readonly child: ChildProcess;
  /** In microseconds since its start, its own alone: the server behind it is another process. */
  cpu(): Promise<number>;
  /** Ends it, and waits for that. */
  end(): Promise<void>;
}

/** Starts a program of Node's as a relay. */
export function startRelay({ args, env = process.env }: Omit<StdioCommand, "command">): RelayProcess {
  const stdio: StdioOptions = ["pipe", "pipe", "ignore", "pipe"];
  const child = spawn(process.execPath, ["--import", REPORT_CPU, ...args], { stdio, env });
  const lines: Interface = createInterface({ input: child.stdio[3] as Readable });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    child,
    cpu: () =>
      new Promise((resolve, reject) => {
        lines.once("line", (line) => resolve(Number(line)));
        if (!child.kill("SIGUSR2")) reject(new Error(`${args.join(" ")} has ended`));
      }),
    async end() {
      child.stdin?.end();
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
