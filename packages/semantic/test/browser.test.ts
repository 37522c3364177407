import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PackageServer, servePackages } from "./browser/serve-packages.ts";
import { CHROMIUM, type Chromium, startChromium } from "./browser/start-chromium.ts";

interface Match {
  readonly name: string;
  readonly score: number;
  readonly lane: string;
  readonly explanation: readonly { readonly lane: string; readonly score: number }[];
}

interface Said {
  readonly hasNode: boolean;
  readonly pending: readonly number[];
  readonly usedWebAssembly: boolean;
  readonly answers: Readonly<Record<string, readonly Match[]>>;
}

const ASK = fileURLToPath(new URL("./browser/ask.mjs", import.meta.url));
const TIMEOUT_MS = 60_000;

/** What Node says, outside of the test runner: it takes the built packages, as the page does. */
function askNode(): Said {
  const script = `import { ask } from ${JSON.stringify(ASK)}; process.stdout.write(JSON.stringify(await ask()));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    timeout: TIMEOUT_MS,
  });
  return JSON.parse(said);
}

const scoresOf = (matches: readonly Match[] = []): number[] =>
  matches.flatMap(({ score, explanation }) => [score, ...explanation.map((evidence) => evidence.score)]);

const withoutScores = (answers: Said["answers"]): unknown =>
  JSON.parse(JSON.stringify(answers, (key, value) => (key === "score" ? undefined : value)));

describe("in a browser, from the built packages and without a bundler", () => {
  let node: Said;
  let server: PackageServer | undefined;
  let chromium: Chromium | undefined;

  beforeAll(() => {
    if (CHROMIUM !== undefined) node = askNode();
  }, TIMEOUT_MS);

  beforeEach(({ skip }) => {
    skip(CHROMIUM === undefined, "there is no /usr/bin/chromium, and CHROME_PATH names no other browser");
  });

  afterEach(async () => {
    await chromium?.stop();
    await server?.close();
    chromium = undefined;
    server = undefined;
  }, TIMEOUT_MS);

  async function askBrowser(contentSecurityPolicy: string): Promise<Said> {
    server = await servePackages(contentSecurityPolicy);
    chromium = startChromium(CHROMIUM ?? "", server.url);
    const said = await Promise.race([server.said, chromium.ended]);
    expect(server.asked.filter((line) => line.endsWith(" 404"))).toEqual([]);
    expect(said).not.toHaveProperty("error");
    return said as Said;
  }

  test("Node, which the page is compared with, finds the right tools by their meaning", () => {
    expect(
      Object.entries(node.answers).map(([text, [first]]) => [
        text,
        first?.name,
        first?.explanation.map(({ lane }) => lane),
      ]),
    ).toEqual([
      ["check my file", "validate_document", ["lexical", "semantic"]],
      ["remove a customer", "delete_client", ["lexical", "semantic"]],
      ["will it rain tomorrow", "get_forecast", ["semantic"]],
    ]);
    expect(node).toMatchObject({ hasNode: true, pending: [0, 0], usedWebAssembly: true });
  });

  test.each([
    ["with WebAssembly", "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'", true],
    ["where a policy forbids WebAssembly", "script-src 'self' 'unsafe-inline'", false],
  ])(
    "search by meaning answers as in Node, %s",
    async (_, policy, usedWebAssembly) => {
      const said = await askBrowser(`default-src 'self'; ${policy}`);

      expect(said).toMatchObject({ hasNode: false, usedWebAssembly });
      expect(withoutScores(said.answers)).toEqual(withoutScores(node.answers));
      for (const [text, matches] of Object.entries(node.answers)) {
        const scores = scoresOf(said.answers[text]);
        for (const [at, score] of scoresOf(matches).entries()) expect(scores[at]).toBeCloseTo(score, 6);
      }
    },
    TIMEOUT_MS,
  );

  test(
    "the table is fetched once, from beside the module, while the tools wait for it",
    async () => {
      const said = await askBrowser("default-src 'self' 'unsafe-inline'");

      expect(said.pending).toEqual([4, 0]);
      const asked = server?.asked ?? [];
      expect(asked.filter((line) => line.includes("table.bin"))).toEqual(["/semantic/data/table.bin 200"]);
    },
    TIMEOUT_MS,
  );

  test(
    "no process of the browser is left when it is told to stop",
    async () => {
      await askBrowser("default-src 'self' 'unsafe-inline'");
      expect(chromium?.processes().length).toBeGreaterThan(1);
      await chromium?.stop();
      expect(chromium?.processes()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
