import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shippedPackages } from "../scripts/shipped-packages.ts";

const root = join(import.meta.dirname, "..");
// Those that ask for no more than to be named, and fit the licence of Plimsoll itself.
const ACCEPTED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

describe("what is installed with the published packages", () => {
  const shipped = shippedPackages(root);

  it("has a licence that can be accepted, each of them", () => {
    expect(shipped.length).toBeGreaterThan(10);
    expect(shipped.filter(({ license }) => !ACCEPTED.includes(license))).toEqual([]);
  });

  it("is named with its licence in NOTICE, and nothing else is", () => {
    const notice = readFileSync(join(root, "NOTICE"), "utf8");
    const listed = [...notice.matchAll(/^- (\S+) \(([^)]+)\)$/gm)].map(
      ([, name, license]) => `${name} ${license}`,
    );
    expect(listed).toEqual([...new Set(shipped.map(({ name, license }) => `${name} ${license}`))]);
  });
});
