import { readFileSync } from "node:fs";

// `src/` and `dist/` both lie beside package.json.
const manifest: { readonly version?: unknown } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/** The version of this package, as clients, servers and `--version` are told it. */
export const VERSION: string = String(manifest.version);
