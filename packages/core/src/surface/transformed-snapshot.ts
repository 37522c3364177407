import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot, SetAside } from "../catalog/catalog-snapshot.ts";
import { messageOf } from "../internal/message-of.ts";
import { whySchemaUnusable } from "../tool/inspect-schema.ts";
import { toSchemaHash } from "../tool/schema-hash.ts";
import { toSummary } from "../tool/summary.ts";
import type { DefinitionTransform } from "./definition-transform.ts";
import { layOver } from "./layered-snapshot.ts";
import type { Circumstances } from "./policy.ts";

/** Lays a host's transform over snapshots, so that array, description, load and validation see the same tool. */
export type SnapshotTransform = (snapshot: CatalogSnapshot, circumstances: Circumstances) => CatalogSnapshot;

/** Makes the layer. Each tool is transformed once for each model and mode, however often the catalog changes. */
export function createSnapshotTransform(transform: DefinitionTransform | undefined): SnapshotTransform {
  if (transform === undefined) return (snapshot) => snapshot;
  const known = new WeakMap<CatalogEntry, Map<string, CatalogEntry | SetAside>>();
  return (snapshot, { model, mode }) => {
    const key = JSON.stringify([model, mode]);
    const toTransformed = (entry: CatalogEntry): CatalogEntry | SetAside => {
      const byKey = known.get(entry) ?? new Map<string, CatalogEntry | SetAside>();
      known.set(entry, byKey);
      const made = byKey.get(key) ?? transformEntry(entry, transform, { model, mode });
      byKey.set(key, made);
      return made;
    };
    return layOver(snapshot, { apply: toTransformed });
  };
}

/** What the hook made of a tool; or, where it threw or made something unusable, why the tool is set aside. */
function transformEntry(
  entry: CatalogEntry,
  transform: DefinitionTransform,
  circumstances: Circumstances,
): CatalogEntry | SetAside {
  const setAside = (reason: string): SetAside => ({ source: entry.source.id, tool: entry.tool.name, reason });
  try {
    const definition = transform(entry.definition, circumstances);
    if (definition === entry.definition) return entry;
    const { name, description, inputSchema } = definition;
    if (name !== entry.wireName) return setAside(`the transform renamed it to ${JSON.stringify(name)}`);
    if (typeof description !== "string") return setAside("the transform left it without a description");
    const reason = whySchemaUnusable(inputSchema);
    if (reason !== undefined) return setAside(`after the transform, ${reason}`);
    const tool = { ...entry.tool, description, inputSchema };
    return {
      ...entry,
      tool,
      definition: { name, description, inputSchema },
      schemaHash: toSchemaHash(tool),
      summary: toSummary(description),
    };
  } catch (cause) {
    return setAside(`the transform failed: ${messageOf(cause)}`);
  }
}
