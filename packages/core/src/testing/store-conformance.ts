import type { Store, StoreKey, StoreSpace, StoreValue } from "../catalog/store.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { compareText } from "../internal/compare.ts";
import type { ConformanceCase } from "./adapter-conformance.ts";
import type { StoreDriver } from "./store-driver.ts";

// Long enough for a store on another machine, short enough for a test runner.
const PATIENCE_MS = 5_000;
const POLL_MS = 10;
const SOON_MS = 30;
const LATE_MS = 3_600_000;

/** What every store must do, wherever it keeps things: `for (const { title, run } of storeConformance(driver)) test(title, run)`. */
export function storeConformance(driver: StoreDriver): readonly ConformanceCase[] {
  const named = (title: string, check: (stores: Stores) => Promise<void>): ConformanceCase => ({
    title: `${driver.name}: ${title}`,
    async run() {
      const state = await driver.open();
      try {
        await check({ one: await state.replica(), other: await state.replica() });
      } finally {
        await state.dispose();
      }
    },
  });
  return [
    named("what comes back equals what went in", checkValues),
    named("what comes back is the reader's own copy", checkCopies),
    named("a key never yields another's value", checkKeys),
    named("a write is seen by every later read", checkReads),
    named("a write over a version happens only over that version", checkVersions),
    named("of writes over one version exactly one is written", checkRaces),
    named("a removed value is gone, and its version with it", checkRemoval),
    named("a list has the keys of one space and owner, each once, in order", checkLists),
    named("a value outlives its time by no read", checkTimes),
    named("a subscriber hears of every write and removal in its space", checkSubscriptions),
    named("any sequence of operations ends as in a plain map", checkSequences),
  ];
}

/** Two handles on one state. */
interface Stores {
  readonly one: Store;
  readonly other: Store;
}

const VALUES: readonly unknown[] = [
  null,
  false,
  0,
  -1.5e-7,
  "",
  "a\u0000b\u{1F6A2}\u2028",
  [],
  {},
  [[null, [{}]]],
  { "": { a: [1, 2, { b: null }] }, constructor: "x", "a.b/c*": 1 },
  "long ".repeat(200_000),
];

async function checkValues({ one, other }: Stores): Promise<void> {
  for (const [at, value] of VALUES.entries()) {
    const key = keyOf("result", "p", `v${at}`);
    await one.write(key, value);
    for (const store of [one, other]) {
      check(isEqual((await store.read(key))?.value, value), `value ${at} came back as something else`);
    }
  }
  check(
    (await one.read(keyOf("result", "p", "never"))) === undefined,
    "a key that was never written has a value",
  );
}

async function checkCopies({ one }: Stores): Promise<void> {
  const key = keyOf("load", "p", "copy");
  const given = { list: [1] };
  await one.write(key, given);
  given.list.push(2);
  const first = await one.read(key);
  check(first !== undefined, "what was written is not there");
  check(isEqual(first.value, { list: [1] }), "a change of what was written changed what is kept");
  (first.value as { list: number[] }).list.push(3);
  check(
    isEqual((await one.read(key))?.value, { list: [1] }),
    "a change of what was read changed what is kept",
  );
}

// Owners and ids that run together where a store joins them, or that mean something to it.
const ODD = [
  "a",
  "a:b",
  "b",
  ":",
  "",
  "*",
  "a*",
  "a?",
  "[a]",
  "a/b",
  "a\\b",
  "a\u0000b",
  "a b",
  "../a",
  "é",
  "e\u0301",
  "\u{1F6A2}",
  "A",
  "shared",
  "x".repeat(3_000),
  `${"x".repeat(3_000)}y`,
];

async function checkKeys({ one, other }: Stores): Promise<void> {
  const keys = ODD.flatMap((owner) => ODD.map((id) => keyOf("load", owner, id)));
  for (const [at, key] of keys.entries()) await one.write(key, at);
  for (const [at, key] of keys.entries()) {
    check(
      (await other.read(key))?.value === at,
      `the key ${JSON.stringify(key).slice(0, 80)} has another's value`,
    );
    check(
      (await other.read({ ...key, space: "session" })) === undefined,
      "a key has a value in another space",
    );
  }
}

async function checkReads({ one, other }: Stores): Promise<void> {
  const key = keyOf("session", "p", "seen");
  for (let round = 0; round < 20; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
    await writer.write(key, round);
    check((await reader.read(key))?.value === round, `write ${round} was not seen by the next read`);
  }
}

async function checkVersions({ one, other }: Stores): Promise<void> {
  const key = keyOf("trust", "p", "version");
  const first = await one.write(key, 1, { over: null });
  check(first.type === "written", "a first write over nothing was refused");
  const again = await other.write(key, 2, { over: null });
  check(
    again.type === "conflict" && again.current?.value === 1,
    "a second write over nothing was not refused with the current value",
  );
  const read = await other.read(key);
  check(
    first.type === "written" && read?.version === first.version,
    "the version of the write is not the version that is read",
  );
  const second = await other.write(key, 3, { over: versionOf(read) });
  check(second.type === "written", "a write over the current version was refused");
  const stale = await one.write(key, 4, { over: versionOf(read) });
  check(
    stale.type === "conflict" && stale.current?.value === 3,
    "a write over an old version was not refused with the current value",
  );
  check(
    stale.type === "conflict" && second.type === "written" && stale.current?.version === second.version,
    "a refusal names another version than the current one",
  );
  const forced = await one.write(key, 3);
  check(
    forced.type === "written" && second.type === "written" && forced.version !== second.version,
    "a write of the same value kept its version",
  );
}

async function checkRaces({ one, other }: Stores): Promise<void> {
  const key = keyOf("load", "p", "race");
  let over: string | null = null;
  for (let round = 0; round < 10; round += 1) {
    const base: string | null = over;
    const writes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? one : other).write(key, [round, at], { over: base }),
      ),
    );
    const written = writes.filter(({ type }) => type === "written");
    check(written.length === 1, `${written.length} of 8 writes over one version were written`);
    const winner = writes.findIndex(({ type }) => type === "written");
    const read = await one.read(key);
    check(isEqual(read?.value, [round, winner]), "what is kept is not what the one write wrote");
    over = versionOf(read);
  }
}

async function checkRemoval({ one, other }: Stores): Promise<void> {
  const key = keyOf("session", "p", "gone");
  await one.write(key, 1);
  const before = await one.read(key);
  await other.remove(key);
  check((await one.read(key)) === undefined, "a removed value is still read");
  const stale = await one.write(key, 2, { over: versionOf(before) });
  check(
    stale.type === "conflict" && stale.current === undefined,
    "a write over a removed version was not refused with nothing",
  );
  await other.remove(key);
  check(
    (await one.write(key, 3, { over: null })).type === "written",
    "a write over nothing was refused after a removal",
  );
}

async function checkLists({ one, other }: Stores): Promise<void> {
  const ids = [...ODD, ...Array.from({ length: 300 }, (_, at) => `id ${at}`)];
  for (const id of ids) await one.write(keyOf("result", "a", id), id);
  for (const [space, owner] of [
    ["result", "a:b"],
    ["result", "a*"],
    ["result", ""],
    ["load", "a"],
  ] as const) {
    await one.write(keyOf(space, owner, "stranger"), 1);
  }
  const listed = await idsOf(other, "result", "a");
  check(
    isEqual(listed, [...ids].sort(compareText)),
    "the keys of a list are not those that were written, in order of id",
  );
  await other.remove(keyOf("result", "a", "id 7"));
  check(!(await idsOf(one, "result", "a")).includes("id 7"), "a removed key is listed");
  check(isEqual(await idsOf(one, "result", "*"), []), "an owner that never wrote has keys");
}

async function checkTimes({ one, other }: Stores): Promise<void> {
  const soon = keyOf("result", "p", "soon");
  const late = keyOf("result", "p", "late");
  const renewed = keyOf("result", "p", "renewed");
  await one.write(late, 1, { ttlMs: LATE_MS });
  await one.write(renewed, 1, { ttlMs: SOON_MS });
  await one.write(renewed, 2);
  const written = await one.write(soon, 1, { ttlMs: SOON_MS });
  await until(async () => (await other.read(soon)) === undefined, "a value is read after its time");
  check((await other.read(late))?.value === 1, "a value is gone before its time");
  check((await other.read(renewed))?.value === 2, "a write without a time kept the time of the one before");
  check(
    isEqual(await idsOf(one, "result", "p"), ["late", "renewed"]),
    "a list has a value whose time is over, or lacks another",
  );
  const over = written.type === "written" ? written.version : "";
  const stale = await one.write(soon, 2, { over });
  check(
    stale.type === "conflict" && stale.current === undefined,
    "a write over a version whose time is over was not refused with nothing",
  );
  check(
    (await one.write(soon, 3, { over: null })).type === "written",
    "a value whose time is over stands in the way",
  );
}

async function checkSubscriptions({ one, other }: Stores): Promise<void> {
  const heard: StoreKey[] = [];
  const spaces = new Set<StoreSpace>();
  const end = await one.subscribe("trust", (key) => {
    heard.push(key);
    spaces.add(key.space);
  });
  const hears = async (key: StoreKey, act: () => Promise<unknown>, what: string): Promise<void> => {
    heard.length = 0;
    await act();
    await until(() => heard.some((one) => isEqual(one, key)), `a subscriber did not hear of ${what}`);
  };
  const own = keyOf("trust", "p:q", "own *");
  const others = keyOf("trust", "p", "other's");
  await hears(own, () => one.write(own, 1), "its own write");
  await hears(others, () => other.write(others, 1), "another's write");
  await hears(others, () => other.write(others, 1), "a write of the same value");
  await hears(own, () => other.remove(own), "another's removal");
  await hears(others, () => one.remove(others), "its own removal");
  const all = Array.from({ length: 50 }, (_, at) => keyOf("trust", "p", `many ${at}`));
  heard.length = 0;
  await Promise.all(all.map((key, at) => (at % 2 === 0 ? one : other).write(key, at)));
  await until(
    () => all.every((key) => heard.some((one) => isEqual(one, key))),
    "a subscriber did not hear of every one of many writes",
  );
  await other.write(keyOf("load", "p", "elsewhere"), 1);
  await hears(own, () => other.write(own, 2), "a write after many");
  check(isEqual([...spaces], ["trust"]), "a subscriber heard of another space");
  await end();
  heard.length = 0;
  const witness: StoreKey[] = [];
  const endWitness = await one.subscribe("trust", (key) => witness.push(key));
  await other.write(own, 3);
  await until(() => witness.length > 0, "a later subscriber heard nothing");
  check(heard.length === 0, "a subscriber heard of a write after its end");
  await endWitness();
}

async function checkSequences({ one, other }: Stores): Promise<void> {
  const model = new Map<string, { value: unknown; version: string }>();
  const random = createRandom(20260728);
  for (let step = 0; step < 300; step += 1) {
    const store = random(2) === 0 ? one : other;
    const key = keyOf("load", `o${random(2)}`, `i${random(4)}`);
    const name = canonicalJson(key);
    const known = model.get(name);
    switch (random(5)) {
      case 0: {
        const read = await store.read(key);
        check(
          read?.version === known?.version && isEqual(read?.value, known?.value),
          `step ${step}: a read differs`,
        );
        break;
      }
      case 1: {
        await store.remove(key);
        model.delete(name);
        break;
      }
      case 2: {
        const ids = await idsOf(store, key.space, key.owner);
        const expected = [...model.keys()]
          .map((text) => JSON.parse(text) as StoreKey)
          .filter(({ owner }) => owner === key.owner);
        check(isEqual(ids, expected.map(({ id }) => id).sort(compareText)), `step ${step}: a list differs`);
        break;
      }
      default: {
        const over = [undefined, null, known?.version, "none such"][random(4)];
        const write = await store.write(key, step, over === undefined ? {} : { over });
        const isFree = over === undefined || over === (known?.version ?? null);
        check(
          write.type === (isFree ? "written" : "conflict"),
          `step ${step}: a write ended as ${write.type}`,
        );
        if (write.type === "written") model.set(name, { value: step, version: write.version });
      }
    }
  }
}

function keyOf(space: StoreSpace, owner: string, id: string): StoreKey {
  return { space, owner, id };
}

async function idsOf(store: Store, space: StoreSpace, owner: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const key of store.list(space, owner)) {
    check(key.space === space && key.owner === owner, "a list has a key of another space or owner");
    ids.push(key.id);
  }
  return ids;
}

function versionOf(read: StoreValue | undefined): string {
  return read?.version ?? "";
}

async function until(condition: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    check(Date.now() < end, otherwise);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Numbers below a bound, the same ones in every run. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
}

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(`${otherwise}.`);
}
