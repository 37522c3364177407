import type { Activation } from "../activation/activation.ts";
import type { DeferredDefinition, OpeningRecord } from "../activation/record.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

/**
 * The deferred definitions that a record declared, as they were sent: from the catalog, or from the history where it
 * revealed them. Nothing, where one that nobody kept is gone.
 */
export function resolveDeclared(
  { deferred = [] }: OpeningRecord,
  { revealed }: Activation,
  snapshot: CatalogSnapshot,
): readonly ToolDefinition[] | undefined {
  const kept = new Map(
    revealed.map(({ name, schemaHash, definition }) => [`${name} ${schemaHash}`, definition]),
  );
  const resolved: ToolDefinition[] = [];
  for (const { name, schemaHash, definition } of deferred) {
    const entry = snapshot.get(name);
    const found =
      definition ?? (entry?.schemaHash === schemaHash ? entry.definition : kept.get(`${name} ${schemaHash}`));
    if (found === undefined) return undefined;
    resolved.push(found);
  }
  return resolved;
}

/**
 * What a new record declares: the deferred tools of today, and as tombstones the definitions that the history has
 * revealed and speaks of for ever after.
 */
export function planDeclared(
  deferred: readonly CatalogEntry[],
  revealed: Activation["revealed"],
): readonly DeferredDefinition[] {
  const planned = new Map<string, DeferredDefinition>(
    deferred.map(({ name, schemaHash, wireName }) => [wireName, { name, schemaHash }]),
  );
  for (const { name, schemaHash, definition } of revealed) {
    if (name === undefined || schemaHash === undefined) continue;
    if (planned.get(definition.name)?.schemaHash === schemaHash) continue;
    planned.set(definition.name, { name, schemaHash, definition });
  }
  return [...planned.values()];
}
