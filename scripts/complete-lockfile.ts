import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * npm leaves out of the lock file every optional package that it could not fetch, such as a binary for another
 * platform on a partial mirror, and `npm ci` then refuses the lock file on any machine. This puts those entries
 * back: name and version are in the package that asks for them, platform and processor are in their names.
 */
export interface LockFile {
  readonly packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

/** The optional packages that a lock file asks for and does not have, as entries to add. */
export function findMissing({ packages }: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (pathsToward(path, name).some((candidate) => candidate in packages)) continue;
      missing[`node_modules/${name}`] = { version, dev: true, optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

/** Where Node looks for a package: beside the one that asks, then outwards. */
function pathsToward(path: string, name: string): string[] {
  const folders = path.split(/(?:^|\/)node_modules\//);
  return folders.map((_, depth) => {
    const outer = folders.slice(0, folders.length - depth).filter((folder) => folder !== "");
    return [...outer, name].map((folder) => `node_modules/${folder}`).join("/");
  });
}

function platformOf(name: string): LockedPackage {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : [];
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
  const lock: LockFile = JSON.parse(readFileSync(file, "utf8"));
  const packages = Object.entries({ ...lock.packages, ...findMissing(lock) });
  const sorted = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, undefined, 2)}\n`);
}
