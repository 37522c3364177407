import { Catalog, type CatalogSnapshot } from "@plimsoll/core";
import { layOver } from "./lay-over.ts";
import type { LintManifest } from "./lint-manifest.ts";
import type { LintSubject } from "./lint-subject.ts";
import { mendManifest } from "./mend-manifest.ts";

/** An empty catalog that a manifest is laid over, to be filled with tools. */
export function catalogFor(manifest: LintManifest | undefined): Catalog {
  return new Catalog(manifest === undefined ? {} : { manifest: mendManifest(manifest) });
}

/** The subject of a manifest alone: no tool is known by more than its name. */
export function manifestSubject(manifest: LintManifest): LintSubject {
  return { snapshot: undefined, setAside: [], manifest };
}

/** The subject of tools that came with no manifest laid over them, as a gateway has them. */
export function snapshotSubject(snapshot: CatalogSnapshot, manifest: LintManifest | undefined): LintSubject {
  if (manifest === undefined) return { snapshot, setAside: snapshot.setAside, manifest };
  const laid = layOver(snapshot, mendManifest(manifest));
  return { snapshot: laid, setAside: [...snapshot.setAside, ...laid.setAside], manifest };
}
