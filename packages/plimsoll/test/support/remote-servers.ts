import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS, type RemoteServer } from "plimsoll";
import { until } from "./processes.ts";
import { BIN_FOLDER } from "./servers.ts";

const MODERN = fileURLToPath(new URL("./modern-server.mjs", import.meta.url));

/** A server that listens on a port of this machine. */
export interface ListeningServer {
  readonly config: RemoteServer;
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
}

/** The official server of many small tools, over one of the older transports. */
export function everythingOver(type: "http" | "sse"): Promise<ListeningServer> {
  const [mode, path] = type === "http" ? ["streamableHttp", "mcp"] : ["sse", "sse"];
  return listen(type, path, (port) =>
    spawn(join(BIN_FOLDER, "mcp-server-everything"), [mode], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

/** A server of the newer era alone. */
export function modernOverHttp(): Promise<ListeningServer> {
  return listen("http", "mcp", (port) =>
    spawn(process.execPath, [MODERN, String(port)], { stdio: ["ignore", "pipe", "pipe"] }),
  );
}

async function listen(
  type: "http" | "sse",
  path: string,
  start: (port: number) => ChildProcess,
): Promise<ListeningServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const restart = async (): Promise<void> => {
    const started = start(port);
    let said = "";
    for (const stream of [started.stdout, started.stderr]) stream?.on("data", (piece) => (said += piece));
    child = started;
    await until(() => /listening|running on|on port/i.test(said), "the server listens", 20_000);
  };
  await restart();
  return {
    config: {
      type,
      name: type,
      limits: DEFAULT_LIMITS,
      url: `http://127.0.0.1:${port}/${path}`,
      headers: {},
    },
    restart,
    stop: () =>
      new Promise((resolve) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
