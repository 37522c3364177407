import { Catalog, type CatalogSnapshot } from "@plimsoll/core";
import { loadConfig } from "../../config/load-config.ts";
import { layOver } from "../../lint/lay-over.ts";
import { readManifestFile } from "../../lint/read-manifest-file.ts";
import { manifestCatalog } from "../../replay/manifest-catalog.ts";
import { type ReplaySubject, runReplay } from "../../replay/run-replay.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { toSetAsideNotes } from "../load-notes.ts";
import { errorOutput, standardOutput } from "../output.ts";
import { printReplayRun } from "../print-replay-run.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll replay`. */
export interface ReplayCommandOptions {
  readonly config?: string;
  /** Files of tools to walk against instead of configured servers. */
  readonly catalog?: readonly string[];
  readonly manifest?: string;
  readonly json?: boolean;
}

/** `plimsoll replay`: which calls of recorded transcripts would still dispatch today, and which break. Nothing is run. */
export async function replay(files: readonly string[], options: ReplayCommandOptions): Promise<ExitCode> {
  const { isWhole, ...subject } = await loadSubject(options);
  const run = await runReplay(files, subject);
  if (options.json === true) standardOutput.json(run);
  else printReplayRun(run, standardOutput);
  for (const { file, line, reason } of run.unreadable) {
    errorOutput.note(`plimsoll: ${line === 0 ? file : `${file}:${line}`}: ${reason}`);
  }
  if (!subject.argumentsChecked) {
    errorOutput.note("plimsoll: A manifest has no schemas, so arguments were not checked. Add --catalog.");
  }
  if (!isWhole) {
    errorOutput.note("plimsoll: Not every server could be looked at: its tools count as unknown.");
    return EXIT.input;
  }
  if (run.counts.error > 0) return EXIT.findings;
  return run.unreadable.length > 0 ? EXIT.input : EXIT.fine;
}

/** What to walk against, and whether that is all that was asked for: a server that is down proves nothing. */
interface LoadedSubject extends ReplaySubject {
  readonly isWhole: boolean;
}

async function loadSubject({
  config: file,
  catalog: files,
  ...options
}: ReplayCommandOptions): Promise<LoadedSubject> {
  const manifest =
    options.manifest === undefined ? undefined : (await readManifestFile(options.manifest)).manifest;
  if (files !== undefined) {
    const catalog = new Catalog({ manifest });
    await readCatalogFiles(files, { catalog, json: options.json });
    return toSubject(catalog.snapshot(), { isWhole: true });
  }
  if (manifest !== undefined && file === undefined) {
    return { snapshot: manifestCatalog(manifest).snapshot(), argumentsChecked: false, isWhole: true };
  }
  const config = await loadConfig({ file });
  return withGateway(config, errorOutput, async (gateway) => {
    const listed = gateway.runtime.catalog.snapshot();
    const snapshot = manifest === undefined ? listed : layOver(listed, manifest);
    return toSubject(snapshot, { isWhole: (await gateway.ready()).length === 0 });
  });
}

function toSubject(snapshot: CatalogSnapshot, { isWhole }: Pick<LoadedSubject, "isWhole">): LoadedSubject {
  for (const note of toSetAsideNotes(snapshot.setAside)) errorOutput.note(note);
  return { snapshot, argumentsChecked: true, isWhole };
}
