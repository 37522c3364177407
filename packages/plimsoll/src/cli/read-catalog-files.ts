import type { Catalog } from "@plimsoll/core";
import {
  type LoadedCatalog,
  type LoadProgress,
  loadCatalogFiles,
} from "../catalog-file/load-catalog-files.ts";
import { toLoadNotes } from "./load-notes.ts";
import { errorOutput, toCountOf } from "./output.ts";
import { createProgressBar } from "./progress-bar.ts";

/** How catalog files are read for a command. */
export interface ReadCatalogOptions {
  /** The catalog to fill. */
  readonly catalog: Catalog;
  /** A program reads the answer: no bar is drawn. */
  readonly json?: boolean | undefined;
}

/** Reads catalog files for a command, with a bar while it takes, and says what of them is no tool. */
export async function readCatalogFiles(
  files: readonly string[],
  { catalog, json }: ReadCatalogOptions,
): Promise<LoadedCatalog> {
  const bar = json === true ? undefined : createProgressBar(process.stderr);
  const onProgress = (progress: LoadProgress): void => bar?.show(toBarProgress(progress));
  const loaded = await loadCatalogFiles(files, { catalog, onProgress }).finally(() => bar?.erase());
  for (const note of toLoadNotes(loaded)) errorOutput.note(note);
  return loaded;
}

function toBarProgress({ bytes, totalBytes, rows }: LoadProgress) {
  const text = `${toMegabytes(bytes)} of ${toMegabytes(totalBytes)} MB, ${toCountOf(rows, "row")}`;
  return { done: bytes, total: totalBytes, text };
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
