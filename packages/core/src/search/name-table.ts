import { addTo } from "../internal/add-to.ts";
import { toNameKey } from "./name-key.ts";
import type { SlotFacts } from "./slot-facts.ts";

const NOBODY: readonly number[] = [];

/** Which tools answer to a name, and which answered to it once. Tools that are gone stay listed: a reach leaves them out. */
export class NameTable {
  readonly #names = new Map<string, number[]>();
  readonly #retired = new Map<string, number[]>();

  /** The tools that have a name, or have it as their alias, wire name or name within their source. */
  named(key: string): readonly number[] {
    return this.#names.get(key) ?? NOBODY;
  }

  /** The tools that a superseded name stands for now. */
  onceNamed(key: string): readonly number[] {
    return this.#retired.get(key) ?? NOBODY;
  }

  add(slot: number, facts: SlotFacts): void {
    for (const key of keysOf(facts)) addTo(this.#names, key, slot);
    for (const key of retiredKeysOf(facts)) addTo(this.#retired, key, slot);
  }

  clear(): void {
    this.#names.clear();
    this.#retired.clear();
  }
}

function keysOf({ key, localKey, wireName, aliases }: SlotFacts): Set<string> {
  return new Set([key, localKey, toNameKey(wireName), ...aliases.map(toNameKey)]);
}

function retiredKeysOf({ retiredNames }: SlotFacts): Set<string> {
  return new Set(retiredNames.map(toNameKey));
}
