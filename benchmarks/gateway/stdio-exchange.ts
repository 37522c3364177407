import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A server in a child process, spoken to line by line: no SDK's client takes part in what is measured. */
export interface StdioExchange {
  readonly child: ChildProcess;
  /** Sends a request, and answers its result. */
  request(method: string, params?: object): Promise<unknown>;
  notify(method: string, params?: object): void;
  close(): Promise<void>;
}

/** How a server is started. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Starts a server. */
export function startExchange({ command, args, env = process.env }: StdioCommand): StdioExchange {
  return talkTo(spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], env }));
}

/** Speaks with a process that was started with pipes. */
export function talkTo(child: ChildProcess): StdioExchange {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new TypeError("The process was started without pipes.");
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  let isOver = false;
  createInterface({ input: stdout }).on("line", (line) => {
    const answer: Answer = JSON.parse(line);
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      isOver = true;
      for (const settle of waiting.values()) settle({ error: { message: "The server has ended." } });
      resolve();
    });
  });
  const send = (message: object): void => {
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  return {
    child,
    request: (method, params = {}) =>
      new Promise((resolve, reject) => {
        if (isOver) reject(new Error("The server has ended."));
        const id = ++last;
        waiting.set(id, ({ result, error }) => {
          if (error === undefined) resolve(result);
          else reject(new Error(error.message));
        });
        send({ id, method, params });
      }),
    notify: (method, params = {}) => send({ method, params }),
    close() {
      stdin.end();
      return ended;
    },
  };
}

/** What a client of the older revision says of itself on connecting. */
export const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "benchmark", version: "1" },
};

/** What a client of the newer revision says of itself with every request. */
export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": INITIALIZE.clientInfo,
};

/** Shakes hands as a client of the older revision does. */
export async function initialize(exchange: StdioExchange): Promise<void> {
  await exchange.request("initialize", INITIALIZE);
  exchange.notify("notifications/initialized");
}
