/** The part of Node that is used where there is Node. */
interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { readFileSync(path: URL): Uint8Array } | undefined;
}

/** The bytes of the table that comes with this package: at once in Node, by `fetch` elsewhere. */
export function loadTable(): Uint8Array | Promise<Uint8Array> {
  const url = new URL("../data/table.bin", import.meta.url);
  const { process } = globalThis as { readonly process?: NodeProcess };
  const files = process?.getBuiltinModule?.("node:fs");
  return files === undefined ? download(url) : files.readFileSync(url);
}

async function download(url: URL): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new TypeError(
      `${url.href} answered ${response.status}: serve data/table.bin of @plimsoll/semantic there.`,
    );
  }
  return new Uint8Array(await response.arrayBuffer());
}
