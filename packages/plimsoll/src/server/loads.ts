import type { LoadedDefinition, LoadRecord, Store, StoreKey, UnloadRecord } from "@plimsoll/core";
import type { Connection } from "./connection.ts";
import { ownerOf } from "./owner.ts";
import { updateValue } from "./update-value.ts";

const DAY_MS = 86_400_000;

/** What callers of the older era have loaded, by principal and session; kept for a day after the last load. */
export class Loads {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** In the order of loading. */
  async of(place: LoadPlace): Promise<readonly LoadedDefinition[]> {
    const held = await this.#store.read(toKey(place));
    return (held?.value as readonly LoadedDefinition[] | undefined) ?? [];
  }

  /** Takes over what a call loaded or gave back; a tool is there once, where it was loaded first. */
  async apply(place: LoadPlace, record: LoadRecord | UnloadRecord): Promise<void> {
    await updateValue<readonly LoadedDefinition[]>(
      this.#store,
      toKey(place),
      (before = []) => applyRecord(before, record),
      { ttlMs: DAY_MS },
    );
  }

  /** Calls a listener after each change of a place, by whatever replica; the answer ends that. */
  subscribe(place: LoadPlace, listener: () => void): Promise<() => Promise<void>> {
    const { owner, id } = toKey(place);
    return this.#store.subscribe("load", (key) => {
      if (key.owner === owner && key.id === id) listener();
    });
  }
}

/** Who loads, and in which session. */
export interface LoadPlace {
  readonly owner: string;
  readonly session: string;
}

/** Where what a client loads is kept; nowhere, where it has no session. */
export function toLoadPlace({ principal, session }: Connection): LoadPlace | undefined {
  return session === undefined ? undefined : { owner: ownerOf(principal), session: session.id };
}

function toKey({ owner, session }: LoadPlace): StoreKey {
  return { space: "load", owner, id: `session:${session}` };
}

function applyRecord(
  before: readonly LoadedDefinition[],
  record: LoadRecord | UnloadRecord,
): readonly LoadedDefinition[] {
  if (record.type === "unload") return before.filter(({ name }) => !record.names.includes(name));
  const loaded = new Map(before.map((tool) => [tool.name, tool]));
  for (const { name, schemaHash } of record.tools) {
    loaded.set(name, { name, ...(schemaHash === undefined ? {} : { schemaHash }) });
  }
  return [...loaded.values()];
}
