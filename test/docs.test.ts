import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { allFences, documents, type Fence, fencesOf, ROOT } from "./fences.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const titleOf = ({ document, line }: Fence): string => `${document}:${line}`;
const fences = allFences();
const ofKind = (kind: string): [string, Fence][] =>
  fences.filter((fence) => fence.kind === kind).map((fence) => [titleOf(fence), fence]);
const shell = (command: string) =>
  spawnSync("bash", ["-euo", "pipefail", "-c", command], { cwd: ROOT, encoding: "utf8", timeout: 60_000 });

describe("every code fence is run", () => {
  test("each says how", () => {
    expect(fences.filter(({ kind }) => kind === undefined).map(titleOf)).toEqual([]);
    expect(fences.length).toBeGreaterThan(0);
  });

  test.each(ofKind("file"))("%s is the file it names", (_title, { text, argument }) => {
    expect(text).toBe(read(argument).trimEnd());
  });

  test.each(ofKind("excerpt"))("%s stands in the file it names", (_title, { text, argument }) => {
    expect(read(argument)).toContain(text);
  });

  test.each(ofKind("output"))("%s is what the command prints", (_title, { text, argument }) => {
    expect(shell(argument).stdout.trimEnd()).toBe(text);
  });

  test.each(ofKind("run"))("%s ends as it says", (_title, { text, argument }) => {
    const { status, stderr } = shell(text);
    expect({ status, stderr: status === Number(argument) ? "" : stderr }).toEqual({
      status: Number(argument),
      stderr: "",
    });
  });

  test.each(ofKind("ci"))("%s is what CI or the start test runs", (_title, { text }) => {
    const proven = new Set([...commandsOf(read(".ci/run")), "npm start"]); // test/start.test.ts
    for (const line of text.split("\n")) {
      for (const command of line.replace(/\s+#.*$/, "").split(" && ")) expect(proven).toContain(command);
    }
  });
});

describe("the reading of fences", () => {
  test("a fence without a marker, and one with an unknown marker, are both found out", () => {
    const markdown = "```sh\nls\n```\n<!-- trust me -->\n```ts\nx\n```\n<!-- run -->\n```sh\nls\n```";
    expect(fencesOf("x.md", markdown).map(({ kind, line }) => [kind, line])).toEqual([
      [undefined, 1],
      [undefined, 5],
      ["run", 9],
    ]);
  });
});

describe("examples", () => {
  const stories = readdirSync(join(ROOT, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, "examples", entry.name, "main.ts")))
    .map(({ name }) => name);

  test.each(stories)("%s runs and finds nothing wrong with itself", (name) => {
    execFileSync("npm", ["run", "-s", "example", "--", name], {
      cwd: ROOT,
      encoding: "utf8",
      timeout: 60_000,
    });
  });
});

describe("links between documents", () => {
  test.each(documents())("%s links to files that exist", (path) => {
    const targets = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });
});

function commandsOf(script: string): string[] {
  return script.split("\n").filter((line) => line.startsWith("npm "));
}
