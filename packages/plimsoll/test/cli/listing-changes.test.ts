import fc from "fast-check";
import { expect, it } from "vitest";
import { compareListings } from "../../src/cli/listing-changes.ts";

const NAMES = ["a", "b", "c", "__proto__", "constructor"];
const SCHEMAS = [{ type: "object", title: "t" }, { title: "t", type: "object" }, { type: "object" }];
const tool = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    description: fc.constantFrom("x", "y"),
    inputSchema: fc.constantFrom(...SCHEMAS),
  },
  { noNullPrototype: true },
);
const listing = fc
  .tuple(fc.uniqueArray(tool, { selector: ({ name }) => name }), fc.subarray(NAMES))
  .map(([tools, usable]) => {
    const names = tools.map(({ name }) => name).filter((name) => usable.includes(name));
    return { tools, schemaHashes: Object.fromEntries(names.map((name) => [name, "hash"])) };
  });

it("says of each usable tool one thing, and nothing of one that is as it was", () => {
  fc.assert(
    fc.property(listing, listing, (before, after) => {
      const { added, removed, changed, reworded } = compareListings(before, after);
      const names = [...added, ...removed, ...changed, ...reworded];
      expect(new Set(names).size).toBe(names.length);
      const there = (name: string, { tools, schemaHashes }: typeof before) =>
        Object.hasOwn(schemaHashes, name) ? tools.find((one) => one.name === name) : undefined;
      for (const name of NAMES) {
        const [old, now] = [there(name, before), there(name, after)];
        expect(added.includes(name)).toBe(old === undefined && now !== undefined);
        expect(removed.includes(name)).toBe(old !== undefined && now === undefined);
        if (old === undefined || now === undefined) continue;
        const isSameSchema = "title" in old.inputSchema === "title" in now.inputSchema;
        expect(changed.includes(name)).toBe(!isSameSchema);
        expect(reworded.includes(name)).toBe(isSameSchema && old.description !== now.description);
      }
      expect(compareListings(after, after)).toEqual({ added: [], removed: [], changed: [], reworded: [] });
    }),
  );
});
