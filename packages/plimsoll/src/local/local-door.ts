import { timingSafeEqual } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { type Answer, type Hello, parseHello, type Refusal } from "./hello.ts";
import { readFirstLine } from "./read-first-line.ts";

const HELLO_MS = 5_000;

/** A client that has attached. */
export interface LocalClient {
  /** Speaks MCP as over stdio. */
  readonly socket: Socket;
  /** Its directory. */
  readonly workspace: string;
  readonly profile: string | undefined;
}

/** What is behind the door. */
export interface DoorOptions {
  readonly secret: string;
  /** Of the config as it is served now. */
  readonly digest: () => string;
  /** Serves a client; the answer ends that. Throws where there is no such profile. */
  readonly serve: (client: LocalClient) => () => Promise<void>;
}

/** Where clients of a local gateway come in: answers each one's hello, and counts those that are served. */
export class LocalDoor {
  readonly #options: DoorOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #serving = new Map<Socket, () => Promise<void>>();
  readonly #watchers = new Set<() => void>();
  #isAskedToStop = false;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#server = createServer((socket) => void this.#meet(socket));
  }

  listen(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(address, resolve);
    });
  }

  /** Settles when somebody has asked it to stop, or nobody has been served for so long. */
  ended(idleMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const watch = (): void => {
        clearTimeout(timer);
        if (this.#isAskedToStop) resolve();
        else if (idleMs !== undefined && this.#serving.size === 0) timer = setTimeout(resolve, idleMs);
      };
      this.#watchers.add(watch);
      watch();
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.all([...this.#serving.values()].map((stop) => stop()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #meet(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#part(socket));
    const hello = await readFirstLine(socket, HELLO_MS).then(parseHello, () => undefined);
    if (hello === undefined) return void socket.destroy();
    const answer = this.#answer(hello, socket);
    const line = `${JSON.stringify(answer)}\n`;
    if (this.#serving.has(socket)) socket.write(line);
    else socket.end(line);
    this.#tell();
  }

  #answer(hello: Hello, socket: Socket): Answer {
    const { ask, config, workspace, profile } = hello;
    const welcome: Answer = { type: "welcome", pid: process.pid, clients: this.#serving.size };
    if (!this.#knows(hello.secret)) return refuse("secret", "it was not given this gateway's secret.");
    if (ask === "stop") this.#isAskedToStop = true;
    if (ask !== "serve") return welcome;
    if (config !== this.#options.digest()) {
      return refuse("config", "it serves another version of the config, or one with other variables.");
    }
    try {
      this.#serving.set(socket, this.#options.serve({ socket, workspace, profile }));
      return welcome;
    } catch (error) {
      return refuse("profile", error instanceof Error ? error.message : String(error));
    }
  }

  #knows(secret: string): boolean {
    const [given, own] = [Buffer.from(secret), Buffer.from(this.#options.secret)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  #part(socket: Socket): void {
    this.#sockets.delete(socket);
    const stop = this.#serving.get(socket);
    this.#serving.delete(socket);
    void stop?.();
    this.#tell();
  }

  #tell(): void {
    for (const watch of this.#watchers) watch();
  }
}

function refuse(because: Refusal, message: string): Answer {
  return { type: "refused", because, message };
}
