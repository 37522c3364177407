import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs what some tests need and what does not run on the oldest Node of Plimsoll, with a Node of its own. Where it
 * cannot be had, those tests are skipped, and say so; a run that is to show everything (`CI`) fails instead.
 */
const folder = join(import.meta.dirname, "..", "test", "newer-node");
if (!existsSync(join(folder, "node_modules", ".package-lock.json"))) {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  if (status !== 0)
    console.warn("The tests that need a newer Node are skipped: npm ci failed in test/newer-node.");
  process.exitCode = status !== 0 && process.env["CI"] !== undefined ? 1 : 0;
}
