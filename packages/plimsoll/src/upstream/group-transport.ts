import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, type StdioServerParameters } from "@modelcontextprotocol/client/stdio";
import { MessageReader, type ReadLine } from "../wire/message-reader.ts";
import { FloodGuard } from "./flood-guard.ts";
import { guardProcess } from "./live-processes.ts";
import { endFamily, endGently } from "./process-family.ts";
import { nextMark, toMarkVariable } from "./process-marks.ts";
import type { ProcessTransport } from "./process-transport.ts";
import { TextTail } from "./text-tail.ts";

const MAX_STDERR_CHARACTERS = 4_000;
// What a server wrote last is still on its way when it has ended; a helper that holds its output never lets go of it.
const LAST_OUTPUT_MS = 250;

/**
 * The transport where there are process groups: the server leads a group and carries a mark, so that all it started
 * is ended with it. A server behind `npx` or a shell is a grandchild, and some start helpers that leave the group.
 */
export class GroupTransport implements ProcessTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  onfirstoutput?: () => void;
  /** Only to be told apart from a remote server by the SDK. */
  readonly stderr = null;
  readonly #parameters: StdioServerParameters;
  readonly #mark = nextMark();
  readonly #stderr = new TextTail(MAX_STDERR_CHARACTERS);
  readonly #reader = new MessageReader();
  readonly #flood = new FloodGuard();
  #child: ChildProcessWithoutNullStreams | undefined;
  #release: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  #fault: string | undefined;
  #isOpen = false;

  constructor(parameters: StdioServerParameters) {
    this.#parameters = parameters;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get lastWords(): string {
    return this.#stderr.text;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  async start(): Promise<void> {
    if (this.#closing !== undefined) throw new Error("The connection was closed before it was made.");
    if (this.#child !== undefined) throw new Error("The connection was made already.");
    const { command, args = [], env, cwd } = this.#parameters;
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env, ...toMarkVariable(this.#mark) },
      cwd,
      detached: true,
      stdio: "pipe",
    });
    this.#child = child;
    if (child.pid !== undefined) this.#release = guardProcess(child.pid);
    this.#isOpen = true;
    child.stdout.on("data", (piece: Buffer) => this.#read(piece));
    child.stderr.on("data", (piece) => this.#stderr.push(String(piece)));
    for (const stream of [child.stdout, child.stderr]) stream.once("data", () => this.onfirstoutput?.());
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on("error", (error) => this.onerror?.(error));
    }
    child.once("close", () => this.#lost());
    child.once("exit", () => void delay(LAST_OUTPUT_MS, undefined, { ref: false }).then(() => this.#lost()));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        reject(error);
        this.onerror?.(error);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (stdin === undefined || !this.#isOpen) throw new Error("Not connected");
    // The answer to a write is not waited for: a server that reads nothing would hold up who cancels or closes.
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #read(piece: Buffer): void {
    try {
      this.#reader.read(piece, this.#hear);
    } catch (cause) {
      if (this.#fault !== undefined) return;
      this.#fault = cause instanceof Error ? cause.message : String(cause);
      this.onerror?.(new Error(this.#fault, { cause }));
      this.#child?.stdout.destroy();
      this.#lost();
    }
  }

  readonly #hear = (line: ReadLine): void => {
    if (line === undefined || "refusal" in line || "method" in line) this.#flood.count(Date.now());
    if (line === undefined || !this.#isOpen) return;
    if ("refusal" in line) void this.send(line.refusal);
    else this.onmessage?.(line);
  };

  /** The server is gone, or given up: whoever waits for an answer is told, and what it left behind is ended. */
  #lost(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.onclose?.();
    void this.close();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (child?.pid !== undefined) {
      await endGently(child);
      await endFamily(child.pid, this.#mark);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    }
    this.#release?.();
    if (wasOpen) this.onclose?.();
  }
}
