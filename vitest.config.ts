import { defineConfig } from "vitest/config";

const conditions = ["@plimsoll/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "training/test/**/*.test.ts"],
    globalSetup: ["./test/bundle-cli.ts"],
    setupFiles: ["./test/property-seed.ts"],
    // A machine with two cores would be given one worker.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./test/closing-line-reporter.ts"],
  },
});
