import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ROOT } from "./fences.ts";

// They pack, bundle and read every declaration: on a busy machine that takes its time.
const PATIENCE_MS = 180_000;

const run = (folder: string, command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", command, ...args], {
    cwd: join(ROOT, folder),
    encoding: "utf8",
    timeout: PATIENCE_MS,
  });
  return { status, said: status === 0 ? "" : `${stdout}${stderr}` };
};
const FINE = { status: 0, said: "" };

vi.setConfig({ testTimeout: PATIENCE_MS });

describe.each(["packages/core", "packages/semantic", "packages/plimsoll"])(
  "%s as it is published",
  (folder) => {
    test("has an exports map that leads to files of the package", () => {
      expect(run(folder, "publint", "--strict")).toEqual(FINE);
    });

    test("has types that resolve for ESM users and bundlers", () => {
      expect(run(folder, "attw", "--pack", ".", "--profile", "esm-only")).toEqual(FINE);
    });
  },
);

test.each(["ai-sdk", "anthropic", "mcp", "openai"])("the adapter %s adds at most 15 kB to core", (entry) => {
  const sizeOf = (...specifiers: string[]): number => {
    const flags = [
      "--bundle",
      "--minify",
      "--format=esm",
      "--platform=node",
      "--conditions=@plimsoll/source",
    ];
    const input = specifiers.map((specifier) => `export * from "${specifier}";`).join("\n");
    const esbuild = join(ROOT, "node_modules", ".bin", "esbuild");
    const { stdout } = spawnSync(esbuild, [...flags, "--external:gpt-tokenizer"], {
      cwd: ROOT,
      input,
      encoding: "utf8",
      timeout: 60_000,
    });
    return Buffer.byteLength(stdout);
  };
  const core = sizeOf("@plimsoll/core");
  expect(core).toBeGreaterThan(100_000);
  expect(sizeOf("@plimsoll/core", `@plimsoll/core/${entry}`) - core).toBeLessThanOrEqual(15_000);
});

test("the entries of core stay within their byte budgets", () => {
  expect(run(".", "size-limit")).toEqual(FINE);
});
