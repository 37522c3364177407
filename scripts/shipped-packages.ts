import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package that somebody installs with ours. */
export interface ShippedPackage {
  readonly name: string;
  readonly license: string;
}

interface Locked {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const OURS = ["packages/core", "packages/semantic", "packages/plimsoll"];

/** Everything that the published packages need at run time, whatever needs it, by name. */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const found = new Map<string, ShippedPackage>();
  const visit = (from: string): void => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const place = placeOf(packages, from, name);
      if (place === undefined || found.has(place)) continue;
      found.set(place, { name, license: packages[place]?.license ?? "unknown" });
      visit(place);
    }
  };
  for (const ours of OURS) visit(ours);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Where Node finds a package from: the nearest folder of packages on the way up. */
function placeOf(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, "")) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    // Ours are links there.
    if (packages[place] !== undefined) return name.startsWith("@plimsoll/") ? undefined : place;
    if (folder === "") return undefined;
  }
}
