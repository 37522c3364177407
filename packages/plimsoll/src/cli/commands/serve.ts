import { createSearchIndex } from "@plimsoll/core/search";
import { loadConfig } from "../../config/load-config.ts";
import { setAsideSelf } from "../../config/self-entry.ts";
import { type ConfigNews, watchConfig } from "../../config/watch-config.ts";
import { DEFAULT_EMBEDDER } from "../../embedder/embedder-name.ts";
import { embedderNamed } from "../../embedder/embedder-named.ts";
import { createGateway, type Gateway } from "../../gateway.ts";
import { createHttpFront } from "../../server/http-front.ts";
import { type BoundPort, bindPort } from "../../server/http-server.ts";
import { serveOnStdio } from "../../server/stdio-server.ts";
import { openStore } from "../../store/open-store.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, type Output, standardOutput, toCountOf } from "../output.ts";
import { printReport } from "../print-report.ts";
import { reload } from "../reload.ts";
import { toServingReport } from "../serving-report.ts";
import { untilInputEnds, untilSignal } from "../signals.ts";

/** The options of `plimsoll serve`. */
export interface ServeOptions {
  readonly config?: string;
  /** The config's own if absent. */
  readonly port?: number;
  readonly stdio?: boolean;
  readonly json?: boolean;
}

/** `plimsoll serve`: answers clients at once, says what it serves when all servers are known, follows its config, ends on a signal. */
export async function serve({ config: file, port, stdio, json }: ServeOptions): Promise<ExitCode> {
  const read = await loadConfig({ file });
  const index = createSearchIndex({ embedder: await embedderNamed(DEFAULT_EMBEDDER) });
  const store = await openStore((sentence) => errorOutput.note(sentence));
  const bound = stdio === true ? undefined : await bindPort(port ?? read.settings.port);
  const ownPort = bound === undefined ? undefined : Number(new URL(bound.url).port);
  const config = setAsideSelf(read, ownPort);
  // Nothing is waited for from here until the port is served, so no request meets a port without an answer.
  const gateway = await createOrRelease(() => createGateway({ config, index, store }), bound);
  const ended = bound === undefined ? Promise.race([untilSignal(), untilInputEnds()]) : untilSignal();
  const stop = bound === undefined ? serveOnStdio(gateway) : bound.serve(createHttpFront(gateway));
  const output = bound === undefined ? errorOutput : standardOutput;
  const unwatch = watchConfig(config, {
    load: () => loadConfig({ file: config.file, port: ownPort }),
    hear: (news: ConfigNews) => void reload(gateway, news, output),
  });
  try {
    if (json !== true)
      output.line(`Starting ${toCountOf(config.servers.length, "server")} of ${config.file}`);
    await Promise.race([announce(gateway, bound?.url, output, json === true), ended]);
    await ended;
  } finally {
    unwatch();
    await stop();
    await gateway.close();
  }
  return EXIT.fine;
}

async function createOrRelease(create: () => Gateway, bound: BoundPort | undefined): Promise<Gateway> {
  try {
    return create();
  } catch (error) {
    await bound?.release();
    throw error;
  }
}

async function announce(
  gateway: Gateway,
  url: string | undefined,
  output: Output,
  asJson: boolean,
): Promise<void> {
  const report = toServingReport(gateway, await gateway.ready(), url);
  if (asJson) output.json(report);
  else printReport(report, output);
}
