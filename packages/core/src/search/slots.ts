import type { SlotFacts } from "./slot-facts.ts";

/** Which slot holds which tool. A tool that is replaced gets a new slot, until all are renumbered. */
export class Slots {
  #facts: (SlotFacts | undefined)[] = [];
  readonly #slotOf = new Map<string, number>();

  /** How many slots there are, the empty ones counted. */
  get length(): number {
    return this.#facts.length;
  }

  /** How many tools there are. */
  get size(): number {
    return this.#slotOf.size;
  }

  at(slot: number): SlotFacts | undefined {
    return this.#facts[slot];
  }

  slotOf(name: string): number | undefined {
    return this.#slotOf.get(name);
  }

  named(name: string): SlotFacts | undefined {
    const slot = this.#slotOf.get(name);
    return slot === undefined ? undefined : this.#facts[slot];
  }

  /** Visits every tool. */
  forEach(visit: (facts: SlotFacts, slot: number) => void): void {
    this.#facts.forEach((facts, slot) => {
      if (facts !== undefined) visit(facts, slot);
    });
  }

  add(facts: SlotFacts): number {
    const slot = this.#facts.push(facts) - 1;
    this.#slotOf.set(facts.name, slot);
    return slot;
  }

  remove(slot: number): void {
    const facts = this.#facts[slot];
    if (facts === undefined) return;
    this.#slotOf.delete(facts.name);
    this.#facts[slot] = undefined;
  }

  /** Closes the gaps, and answers each old slot's new number. */
  close(): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>();
    const kept: SlotFacts[] = [];
    this.forEach((facts, slot) => {
      numbers.set(slot, kept.push(facts) - 1);
    });
    this.#facts = kept;
    for (const [slot, { name }] of kept.entries()) this.#slotOf.set(name, slot);
    return numbers;
  }
}
