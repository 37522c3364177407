import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../../src/", import.meta.url));

/** The bundler of the byte budgets, which is a dependency of theirs. */
const bundler: {
  buildSync(options: object): { readonly outputFiles: readonly { readonly contents: Uint8Array }[] };
} = createRequire(createRequire(import.meta.url).resolve("@size-limit/esbuild"))("esbuild");

/** The bytes of entries together, as a bundler makes them small. */
function sizeOf(...entries: readonly string[]): number {
  const contents = entries.map((entry) => `export * from "./${entry}";`).join("\n");
  const { outputFiles } = bundler.buildSync({
    stdin: { contents, resolveDir: source },
    bundle: true,
    minify: true,
    format: "esm",
    external: ["gpt-tokenizer"],
    write: false,
  });
  return outputFiles[0]?.contents.byteLength ?? 0;
}

test("adds at most 15 kB to core", () => {
  const core = sizeOf("index.ts");
  expect(core).toBeGreaterThan(100_000);
  expect(sizeOf("index.ts", "adapters/openai/index.ts") - core).toBeLessThanOrEqual(15_000);
});
