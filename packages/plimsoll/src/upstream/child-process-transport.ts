import { setTimeout as delay } from "node:timers/promises";
import { StdioClientTransport, type StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import { guardProcess, kill } from "./live-processes.ts";
import { descendantsOf, listProcesses, stillRunning } from "./process-table.ts";
import { TextTail } from "./text-tail.ts";

// The SDK's own bound of 10 MB is less than what a server with a few thousand tools lists.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_CHARACTERS = 4_000;
const GRACE_MS = 500;

/**
 * The SDK's transport to a child process, made to leave nothing behind: what the child started is ended with it
 * (a server behind `npx` or a shell is a grandchild), closing twice waits for the same end, and the child's
 * standard error is kept for error messages instead of being shown.
 */
export class ChildProcessTransport extends StdioClientTransport {
  readonly #stderr = new TextTail(MAX_STDERR_CHARACTERS);
  #pid: number | undefined;
  #release: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(parameters: StdioServerParameters) {
    super({ ...parameters, stderr: "pipe", maxBufferSize: MAX_MESSAGE_BYTES });
    this.stderr?.on("data", (chunk) => this.#stderr.push(String(chunk)));
  }

  /** The last of what the child wrote to its standard error. */
  get lastWords(): string {
    return this.#stderr.text;
  }

  override async start(): Promise<void> {
    if (this.#closing !== undefined) throw new Error("The connection was closed before it was made.");
    const started = super.start();
    this.#pid = this.pid ?? undefined;
    if (this.#pid !== undefined) this.#release = guardProcess(this.#pid);
    await started;
  }

  override close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const pid = this.#pid;
    const table = pid === undefined ? [] : await listProcesses();
    const own = table.filter((entry) => entry.pid === pid);
    const family = pid === undefined ? [] : [...own, ...descendantsOf(pid, table)];
    // Ends the child's input, then asks it to end, then ends it: it has two seconds for each.
    await super.close();
    if ((await stillRunning(family)).length > 0) {
      await delay(GRACE_MS);
      for (const left of await stillRunning(family)) kill(left.pid);
    }
    this.#release?.();
  }
}
