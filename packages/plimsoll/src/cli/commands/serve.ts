import type { GatewayConfig, LogLevel } from "../../config/config.ts";
import { loadConfig } from "../../config/load-config.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput } from "../output.ts";

/** The options of `plimsoll serve`. */
export interface ServeOptions {
  readonly config?: string;
  /** The config's own if absent. */
  readonly port?: number;
  /** The address to listen on; the config's own if absent. */
  readonly host?: string;
  readonly stdio?: boolean;
  /** The profile that a client over stdio has. */
  readonly profile?: string;
  /** Whether to attach to a gateway that runs: always, never, or, if absent, where there is one. */
  readonly attach?: boolean;
  /** Start a gateway in the background where none runs, and attach to that. */
  readonly start?: boolean;
  /** How long a gateway in the background goes on without clients. */
  readonly idleSeconds: number;
  readonly json?: boolean;
  /** How important a line of the log must be; the config's own, or no log, if absent. */
  readonly logLevel?: LogLevel;
  /** Be the gateway in the background, for the claim of this number. */
  readonly background?: number;
}

/** `plimsoll serve`: answers clients at once, says what it serves, ends on a signal. Each way is imported when taken. */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  const wrong = whyWrong(options);
  if (wrong !== undefined) {
    errorOutput.note(`plimsoll: ${wrong}`);
    return EXIT.input;
  }
  // The program is read while the config is.
  const [way, config] = await Promise.all([wayOf(options), loadConfig({ file: options.config })]);
  return way(config);
}

async function wayOf(options: ServeOptions): Promise<(config: GatewayConfig) => Promise<ExitCode>> {
  const { background, stdio, idleSeconds, logLevel } = options;
  if (background !== undefined) {
    const { serveInBackground } = await import("../serve-in-background.ts");
    return (config) => serveInBackground(config, background, { idleMs: idleSeconds * 1000, logLevel });
  }
  if (stdio === true) {
    const { serveStdio } = await import("../serve-stdio.ts");
    return (config) => serveStdio(config, options);
  }
  const { serveHttp } = await import("../serve-http.ts");
  return (config) => serveHttp(config, options);
}

function whyWrong({ stdio, attach, start, profile, host }: ServeOptions): string | undefined {
  if (stdio === true && host !== undefined) return "--host is for HTTP: leave out --stdio.";
  if (start === true && attach === false) return "--start attaches to what it starts: leave out --no-attach.";
  if (stdio === true) return undefined;
  if (start === true) return "--start is for clients over stdio: say --stdio too.";
  if (attach !== undefined) return "--attach and --no-attach are for clients over stdio: say --stdio too.";
  if (profile !== undefined) return "--profile is for --stdio. Over HTTP a profile is a path, /mcp/p/NAME.";
  return undefined;
}
