import { createRuntime, type Runtime, type SetAside } from "@plimsoll/core";
import { loadConfig } from "../../config/load-config.ts";
import { readManifestFile } from "../../lint/read-manifest-file.ts";
import { copyInto } from "../../stats/copy-catalog.ts";
import { renderStats } from "../../stats/render-stats.ts";
import type { SortOrder } from "../../stats/sort-order.ts";
import { takeStats } from "../../stats/take-stats.ts";
import { loadTokenCounter } from "../../stats/token-counter.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput } from "../output.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll stats`. */
export interface StatsCommandOptions {
  readonly config?: string;
  /** Files of tools to take stock of instead of configured servers. */
  readonly catalog?: readonly string[];
  readonly manifest?: string;
  readonly model: string;
  readonly sort: SortOrder;
  readonly exact?: boolean;
  readonly json?: boolean;
}

/** `plimsoll stats`: where a model's context goes, and what each strategy saves. */
export async function stats(options: StatsCommandOptions): Promise<ExitCode> {
  // What can be wrong with the command line is found out before a server is started.
  const counter = await loadTokenCounter({ exact: options.exact === true });
  const manifest = options.manifest === undefined ? undefined : await readManifestFile(options.manifest);
  const runtime = createRuntime({
    countTokens: counter.count,
    ...(manifest && { manifest: manifest.manifest }),
  });
  const setAside = await fill(runtime, options);
  const report = takeStats({ runtime, setAside, model: options.model, counter }, options.sort);
  if (options.json === true) standardOutput.json(report);
  else for (const line of renderStats(report, process.stdout)) standardOutput.line(line);
  return EXIT.fine;
}

/** Fills the catalog with the tools asked for, and answers what of them was set aside. */
async function fill(runtime: Runtime, options: StatsCommandOptions): Promise<readonly SetAside[]> {
  if (options.catalog !== undefined) {
    await readCatalogFiles(options.catalog, { catalog: runtime.catalog, json: options.json });
    return runtime.catalog.snapshot().setAside;
  }
  const config = await loadConfig({ file: options.config });
  return withGateway(config, errorOutput, async (gateway) => {
    const listed = gateway.runtime.catalog.snapshot();
    copyInto(runtime.catalog, listed);
    return [...listed.setAside, ...runtime.catalog.snapshot().setAside];
  });
}
