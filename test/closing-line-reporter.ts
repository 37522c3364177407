import type { Reporter, TestModule } from "vitest/node";

/** Prints the run's result as one plain line, `N passed, N failed, N skipped`, which any CI can read. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    const { passed, failed, skipped, pending } = counts;
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped + pending} skipped\n`);
  }
}
