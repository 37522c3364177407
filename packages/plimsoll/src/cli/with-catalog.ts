import { createRuntime, type Runtime } from "@plimsoll/core";
import { loadConfig } from "../config/load-config.ts";
import { toSetAsideNotes } from "./load-notes.ts";
import { errorOutput } from "./output.ts";
import { readCatalogFiles } from "./read-catalog-files.ts";
import { untilNamed } from "./resolve-tools.ts";
import { withGateway } from "./with-gateway.ts";

/** Where a command takes its tools from. */
export interface CatalogOptions {
  readonly config?: string;
  /** Files of tools instead of configured servers. */
  readonly catalog?: readonly string[];
  readonly json?: boolean;
}

/** Hands a command the tools of files or of the configured servers: of all of them, or until these names are known. */
export async function withCatalog<T>(
  options: CatalogOptions,
  use: (runtime: Runtime) => Promise<T>,
  names?: readonly string[],
): Promise<T> {
  if (options.catalog !== undefined) {
    const runtime = createRuntime({});
    await readCatalogFiles(options.catalog, { catalog: runtime.catalog, json: options.json });
    for (const note of toSetAsideNotes(runtime.catalog.snapshot().setAside)) errorOutput.note(note);
    return use(runtime);
  }
  const config = await loadConfig({ file: options.config });
  return withGateway(
    config,
    errorOutput,
    async (gateway) => {
      if (names !== undefined) await untilNamed(gateway, names, errorOutput);
      return use(gateway.runtime);
    },
    { waitsItself: names !== undefined },
  );
}
