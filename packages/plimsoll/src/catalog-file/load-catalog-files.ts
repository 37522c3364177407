import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Catalog } from "@plimsoll/core";
import { BadRowList, type BadRows } from "./bad-rows.ts";
import { folderError, toCatalogFileError } from "./catalog-file-error.ts";
import { FileSources } from "./file-sources.ts";
import { readCatalogFile } from "./read-catalog-file.ts";

/** How catalog files are loaded. */
export interface LoadCatalogOptions {
  /** The catalog to fill; its sources of the same ids are replaced. A new one if absent. */
  readonly catalog?: Catalog;
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** How far a load has come. */
export interface LoadProgress {
  /** Of the files as they are on disk, packed or not. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}

/** What catalog files hold. */
export interface LoadedCatalog {
  readonly catalog: Catalog;
  /** The row's own id, by canonical name, for rows that have one. */
  readonly ids: ReadonlyMap<string, string>;
  /** Files that are manifests; their tools are not in the catalog. */
  readonly manifests: readonly ManifestFile[];
  readonly badRows: BadRows;
  /** All rows read, bad ones included. */
  readonly rows: number;
}

/** A manifest that was found among catalog files. */
export interface ManifestFile {
  readonly file: string;
  /** As JSON, not checked. */
  readonly value: unknown;
}

/**
 * Reads files of tools into a catalog. Nothing is put there before every file has been read, so a file that
 * cannot be read leaves the catalog as it was. Where two files define one name, the first file's tool stands.
 */
export async function loadCatalogFiles(
  files: readonly string[],
  { catalog = new Catalog(), onProgress = () => {} }: LoadCatalogOptions = {},
): Promise<LoadedCatalog> {
  const distinct = [...new Map(files.map((file) => [resolve(file), file])).values()];
  const totalBytes = await sumSizes(distinct);
  const sources = new FileSources();
  const badRows = new BadRowList();
  const manifests: ManifestFile[] = [];
  let bytes = 0;
  let rows = 0;
  for (const file of distinct) {
    const items = readCatalogFile(file, (count) => {
      bytes += count;
      onProgress({ bytes, totalBytes, rows });
    });
    for await (const item of items) {
      if (item.type === "manifest") {
        manifests.push({ file, value: item.value });
        continue;
      }
      rows += 1;
      if (item.type === "row") sources.add(file, item.kind, item.row);
      else badRows.add({ file, line: item.line, reason: item.reason });
    }
  }
  onProgress({ bytes, totalBytes, rows });
  return { catalog, ids: sources.fill(catalog), manifests, badRows, rows };
}

/** Finds out, before anything is read, that a file is missing. */
async function sumSizes(files: readonly string[]): Promise<number> {
  let sum = 0;
  for (const file of files) {
    const found = await stat(file).catch((cause: unknown) => {
      throw toCatalogFileError(file, 1, cause);
    });
    if (found.isDirectory()) throw folderError(file);
    sum += found.size;
  }
  return sum;
}
