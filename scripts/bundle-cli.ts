import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { noticesOf } from "./notices-of.ts";

const root = join(import.meta.dirname, "..");

// The table stays in its own package: it is looked for from there, not from the bundle.
const tableOfSemantic: Plugin = {
  name: "table-of-semantic",
  setup: ({ onLoad }) =>
    onLoad({ filter: /semantic\/src\/load-table\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        "import.meta.url",
        'import.meta.resolve("@plimsoll/semantic")',
      ),
      loader: "ts",
    })),
};

// What Node takes of this package is of the older kind, which cannot be put together.
const modernJsonc: Plugin = {
  name: "modern-jsonc",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jsonc-parser$/ }, () => ({ path: "jsonc-parser", namespace: "modern" }));
    onLoad({ filter: /.*/, namespace: "modern" }, () => ({
      contents:
        'export * from "jsonc-parser/lib/esm/main.js";export * as default from "jsonc-parser/lib/esm/main.js";',
      resolveDir: root,
    }));
  },
};

// The SDK's own seam for what differs between runtimes. Its validators take long to read, and none is ever asked: the
// gateway hands on what servers and clients say, and they check it.
const lighterSdk: Plugin = {
  name: "lighter-sdk",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: "lighter",
    }));
    onLoad({ filter: /.*/, namespace: "lighter" }, () => ({
      contents: `export class DefaultJsonSchemaValidator {};export { default as process } from "node:process";`,
    }));
  },
};

/**
 * Makes the command of a few files, with all that it needs but for native code, data and what cannot be put together.
 * A program that every client starts, every time, must not look for hundreds of files first.
 */
const folder = join(root, "packages", "plimsoll");
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { plimsoll: join(folder, "src", "cli", "main.ts") },
  outdir: join(folder, "bin"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  conditions: ["@plimsoll/source"],
  // The validator comes without the text of its licence, and is read only when a call is checked; the last two are read
  // only where a config asks for a log or for traces.
  external: ["lmdb", "@lat.md/*", "@cfworker/json-schema", "pino", "@opentelemetry/api"],
  plugins: [tableOfSemantic, modernJsonc, lighterSdk],
  // Packages of the older kind ask for Node's own modules in a way that a module does not have.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";const require=__createRequire(import.meta.url);',
  },
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
writeFileSync(join(folder, "bin", "THIRD-PARTY-NOTICES.txt"), noticesOf(root, Object.keys(metafile.inputs)));
chmodSync(join(folder, "bin", "plimsoll.js"), 0o755);
