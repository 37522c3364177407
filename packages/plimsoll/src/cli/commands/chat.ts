import { createInterface } from "node:readline/promises";
import {
  createRuntime,
  type DialectName,
  type Gate,
  type Runtime,
  type RuntimeOptions,
  type StrategyName,
} from "@plimsoll/core";
import { createChat } from "../../chat/chat.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { EmbedderName } from "../../embedder/embedder-name.ts";
import { embedderNamed } from "../../embedder/embedder-named.ts";
import { readManifestFile } from "../../lint/read-manifest-file.ts";
import { copyInto } from "../../stats/copy-catalog.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { toSetAsideNotes } from "../load-notes.ts";
import { errorOutput, standardOutput } from "../output.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll chat`. */
export interface ChatCommandOptions {
  readonly config?: string;
  /** Files of tools to chat over instead of configured servers. */
  readonly catalog?: readonly string[];
  readonly manifest?: string;
  readonly model: string;
  readonly dialect: DialectName;
  readonly strategy?: StrategyName;
  readonly gate?: Gate;
  readonly embedder: EmbedderName;
}

/** `plimsoll chat`: a terminal in which a person plays the model. */
export async function chat(options: ChatCommandOptions): Promise<ExitCode> {
  // What can be wrong with the command line is found out before a server is started.
  const embedder = await embedderNamed(options.embedder);
  const manifest = options.manifest === undefined ? undefined : await readManifestFile(options.manifest);
  const { dialect, strategy, gate } = options;
  const settings: RuntimeOptions = {
    dialect,
    ...(strategy === undefined ? {} : { strategy }),
    ...(gate === undefined ? {} : { gate }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(manifest && { manifest: manifest.manifest }),
  };
  const runtime = createRuntime(settings);
  if (options.catalog !== undefined) {
    await readCatalogFiles(options.catalog, { catalog: runtime.catalog });
    return talk(runtime, options);
  }
  const config = await loadConfig({ file: options.config });
  return withGateway(config, errorOutput, async (gateway) => {
    copyInto(runtime.catalog, gateway.runtime.catalog.snapshot());
    return talk(runtime, options);
  });
}

async function talk(runtime: Runtime, { model }: ChatCommandOptions): Promise<ExitCode> {
  for (const note of toSetAsideNotes(runtime.catalog.snapshot().setAside)) errorOutput.note(note);
  const held = createChat({ runtime, model });
  const print = (lines: readonly string[]): void => {
    for (const line of lines) standardOutput.line(line);
  };
  print(held.open());
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const terminal = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout } : {}),
  });
  const ask = (): void => {
    if (!isTerminal) return;
    terminal.setPrompt(`${held.asks}> `);
    terminal.prompt();
  };
  ask();
  for await (const line of terminal) {
    print(await held.enter(line));
    if (held.asks === "nobody") break;
    ask();
  }
  terminal.close();
  return EXIT.fine;
}
