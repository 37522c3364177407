import { type Duplex, duplexPair } from "node:stream";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/server";
import type { GatewayConfig, LogLevel } from "../config/config.ts";
import { OpenExchanges } from "../local/open-exchanges.ts";
import { LAST_ANSWERS_MS } from "../local/relay.ts";
import { ListenedTransport } from "../server/listened-transport.ts";
import { serveOnStdio } from "../server/stdio-server.ts";
import { StdioTransport } from "../server/stdio-transport.ts";
import { announce } from "./announce.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { followConfig } from "./follow-config.ts";
import { openGateway } from "./open-gateway.ts";
import { errorOutput } from "./output.ts";
import { untilSignal } from "./signals.ts";

// The client is answered first: what is said here it keeps in a log at best.
const ANNOUNCE_AFTER_MS = 1_000;

/** How a client over stdio is served by a gateway of its own. */
export interface ServeAloneOptions {
  readonly profile?: string | undefined;
  readonly json?: boolean;
  readonly logLevel?: LogLevel;
}

/** Serves one client on standard input and output, with a gateway for it alone. */
export async function serveAlone(config: GatewayConfig, options: ServeAloneOptions): Promise<ExitCode> {
  const { profile, json = false, logLevel } = options;
  const conversation = openConversation();
  const ended = Promise.race([untilSignal(), conversation.ended]);
  const { gateway } = await openGateway(config, { logLevel });
  const unfollow = followConfig(gateway, { output: errorOutput });
  try {
    const { transport } = conversation;
    const stop = serveOnStdio(gateway, { transport, profile, workspace: process.cwd() });
    const later = delay(ANNOUNCE_AFTER_MS).then(() => "later");
    if ((await Promise.race([later, ended])) === "later") {
      await Promise.race([announce(gateway, { output: errorOutput, json }), ended]);
    }
    await ended;
    await stop();
  } finally {
    unfollow();
    await gateway.close();
  }
  return EXIT.fine;
}

/** Standard input and output. When the input has ended, what was asked by it is answered first. */
function openConversation(): { readonly transport: Transport; readonly ended: Promise<void> } {
  const exchanges = new OpenExchanges();
  let hear = (): void => undefined;
  const answered = (): Promise<void> =>
    new Promise((resolve) => {
      hear = () => {
        if (!exchanges.isWaiting) resolve();
      };
      hear();
      setTimeout(resolve, LAST_ANSWERS_MS).unref();
    });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const untilDone = (): Promise<void> => nextTurn().then(answered).then(end);
  const transport = new ListenedTransport(
    new StdioTransport({ untilDone }),
    (message) => void exchanges.fromClient(message),
    (message) => {
      exchanges.fromGateway(message);
      hear();
    },
  );
  return { transport, ended };
}

/** A gateway that takes over a client in the middle of its conversation. */
export interface StandIn {
  readonly stream: Duplex;
  close(): Promise<void>;
}

/** Makes a gateway for a client whose own has ended. */
export async function openStandIn(
  config: GatewayConfig,
  { profile, logLevel }: ServeAloneOptions,
): Promise<StandIn> {
  const { gateway } = await openGateway(config, { logLevel });
  const unfollow = followConfig(gateway, { output: errorOutput });
  const [near, far] = duplexPair();
  const transport = new StdioTransport({ input: far, output: far });
  const stop = serveOnStdio(gateway, { transport, profile, workspace: process.cwd() });
  return {
    stream: near,
    async close() {
      unfollow();
      await stop();
      await gateway.close();
    },
  };
}
