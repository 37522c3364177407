import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Takes away what was built: a file whose source is gone would otherwise be published. */
const packages = join(import.meta.dirname, "..", "packages");
for (const name of readdirSync(packages)) {
  for (const made of ["dist", "bin"]) rmSync(join(packages, name, made), { recursive: true, force: true });
}
