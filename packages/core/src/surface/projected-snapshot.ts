import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot, SetAside } from "../catalog/catalog-snapshot.ts";
import { messageOf } from "../internal/message-of.ts";
import { toSchemaHash } from "../tool/schema-hash.ts";
import { layOver } from "./layered-snapshot.ts";
import type { ModelCapabilities, ToolNameRule } from "./model-capabilities.ts";
import { createSnapshotNaming, type SnapshotNaming } from "./named-snapshot.ts";
import { projectSchema } from "./schema-dialects/project-schema.ts";
import type { SchemaDialect } from "./schema-dialects/schema-dialect.ts";
import { SCHEMA_DIALECTS } from "./schema-dialects/schema-dialects.ts";
import type { SnapshotTransform } from "./transformed-snapshot.ts";
import { fitsRule, toFittingName } from "./wire-name-rule.ts";

/**
 * Lays over snapshots what a model's provider takes: names it accepts, and schemas without what it rejects. It comes
 * before the host's transform, so that array, description, load and validation have one schema. Each tool is
 * projected once for each dialect of schemas, and each snapshot laid over once.
 */
export function createSnapshotProjection(
  capabilitiesOf: (model: string) => ModelCapabilities,
): SnapshotTransform {
  const layers = new Map<string, SnapshotNaming>();
  return (snapshot, { model }) => {
    const { schemas, toolNames } = capabilitiesOf(model);
    const key = JSON.stringify([schemas, toolNames.pattern, toolNames.maxLength]);
    const layer = layers.get(key) ?? createLayer(SCHEMA_DIALECTS[schemas], toolNames);
    layers.set(key, layer);
    return layer(snapshot);
  };
}

function createLayer(dialect: SchemaDialect | undefined, rule: ToolNameRule): SnapshotNaming {
  const snapshots = new WeakMap<CatalogSnapshot, CatalogSnapshot>();
  const toNamed = createSnapshotNaming(({ wireName }) => toFittingName(wireName, rule));
  const projected = new WeakMap<CatalogEntry, CatalogEntry | SetAside>();
  const apply = (entry: CatalogEntry): CatalogEntry | SetAside => {
    const made = projected.get(entry) ?? projectEntry(entry, dialect, rule);
    projected.set(entry, made);
    return made;
  };
  const lay = (snapshot: CatalogSnapshot): CatalogSnapshot => {
    // Most catalogs have nothing to rename: one layer less to look through.
    const isNamed = snapshot.entries().every(({ wireName }) => fitsRule(wireName, rule));
    if (isNamed && dialect === undefined) return snapshot;
    return layOver(isNamed ? snapshot : toNamed(snapshot), { apply });
  };
  return (snapshot) => {
    const made = snapshots.get(snapshot) ?? lay(snapshot);
    snapshots.set(snapshot, made);
    return made;
  };
}

function projectEntry(
  entry: CatalogEntry,
  dialect: SchemaDialect | undefined,
  rule: ToolNameRule,
): CatalogEntry | SetAside {
  const setAside = (reason: string): SetAside => ({ source: entry.source.id, tool: entry.tool.name, reason });
  if (!fitsRule(entry.wireName, rule)) {
    return setAside(`the model's provider takes no name like ${entry.wireName}: ${rule.pattern}`);
  }
  // What the provider defines itself has no schema of ours.
  if (dialect === undefined || entry.tool.execution.type === "provider") return entry;
  try {
    const projection = projectSchema(entry.tool.inputSchema, dialect);
    if (projection.type === "taken") return entry;
    if (projection.type === "refused") return setAside(projection.reason);
    const tool = { ...entry.tool, inputSchema: projection.schema };
    const definition = { ...entry.definition, inputSchema: projection.schema };
    return { ...entry, tool, definition, schemaHash: toSchemaHash(tool) };
  } catch (cause) {
    return setAside(`its schema could not be projected for ${dialect.name}: ${messageOf(cause)}`);
  }
}
