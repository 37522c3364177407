import { execFile } from "node:child_process";
import type { NewerNodeProgram } from "../support/newer-node.ts";

/** What a run of the official suite found out. */
export interface SuiteRun {
  /** True where everything that counts passed, or failed as expected. */
  readonly passed: boolean;
  /** Every scenario that was run, with whether all of its checks passed. */
  readonly scenarios: ReadonlyMap<string, boolean>;
  /** What it printed, from the summary on. */
  readonly summary: string;
}

/** What a run is asked for. */
export interface SuiteOptions {
  readonly url: string;
  /** The revision whose required scenarios are run. */
  readonly revision: string;
  readonly expectedFailures?: string;
}

/** Runs the server scenarios that a revision of the protocol requires. */
export function runSuite(
  { command, args }: NewerNodeProgram,
  { url, revision, expectedFailures }: SuiteOptions,
): Promise<SuiteRun> {
  const asked = ["server", "--url", url, "--requirements", revision];
  const excused = expectedFailures === undefined ? [] : ["--expected-failures", expectedFailures];
  return new Promise((resolve) => {
    execFile(
      command,
      [...args, ...asked, ...excused],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const at = stdout.indexOf("=== SUMMARY ===");
        const summary = at < 0 ? `${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}` : stdout.slice(at);
        resolve({ passed: error === null, scenarios: readScenarios(summary), summary });
      },
    );
  });
}

// One line a scenario: "✓ tools-list: 4 passed, 0 failed".
function readScenarios(summary: string): Map<string, boolean> {
  const lines = summary.matchAll(/^([✓✗]) ([\w-]+): \d+ passed, \d+ failed/gm);
  return new Map([...lines].map(([, mark, name = ""]) => [name, mark === "✓"]));
}
