import { createRuntime, type Runtime } from "@plimsoll/core";
import { type LoadProgress, loadCatalogFiles } from "../catalog-file/load-catalog-files.ts";
import { toLoadNotes } from "./load-notes.ts";
import { type Output, toCountOf } from "./output.ts";
import type { ProgressBar } from "./progress-bar.ts";

/** What a command can do with tools that were read from files. */
export interface FileCatalog {
  readonly runtime: Runtime;
  /** The rows' own ids, by canonical name. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Reads catalog files for one command, and says what of them was set aside. No server is started. */
export async function withCatalogFiles<T>(
  files: readonly string[],
  bar: ProgressBar | undefined,
  output: Output,
  use: (catalog: FileCatalog) => Promise<T>,
): Promise<T> {
  const runtime = createRuntime({});
  try {
    const loaded = await loadCatalogFiles(files, {
      catalog: runtime.catalog,
      onProgress: (progress) => bar?.show(toBarProgress(progress)),
    }).finally(() => bar?.erase());
    for (const note of toLoadNotes(loaded)) output.note(note);
    return await use({ runtime, ids: loaded.ids });
  } finally {
    await runtime.close();
  }
}

function toBarProgress({ bytes, totalBytes, rows }: LoadProgress) {
  const text = `${toMegabytes(bytes)} of ${toMegabytes(totalBytes)} MB, ${toCountOf(rows, "row")}`;
  return { done: bytes, total: totalBytes, text };
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
