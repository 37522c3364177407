import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const tests = join(root, "packages", "plimsoll", "test");

interface Row {
  readonly threat: string;
  readonly named: readonly { readonly file: string; readonly titles: readonly string[] }[];
}

/** The rows of the tables of threats. */
function readRows(text: string): readonly Row[] {
  const tables = text.split(/\n(?=\| threat)/).slice(1);
  return tables.flatMap((table) => {
    const lines = table.split("\n");
    const end = lines.findIndex((line) => !line.startsWith("|"));
    return lines.slice(2, end === -1 ? undefined : end).map(readRow);
  });
}

function readRow(line: string): Row {
  const [, threat = "", , shown = ""] = line.split("|").map((cell) => cell.trim());
  const named = [...shown.matchAll(/`([^`]+\.test\.ts)`([^`]*)/g)].map(([, file = "", rest = ""]) => ({
    file,
    titles: [...rest.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  }));
  return { threat, named };
}

describe("the threat model", () => {
  const rows = readRows(readFileSync(join(root, "docs", "design", "threat-model.md"), "utf8"));

  it("has its threats, each with a test", () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ named }) => named.length === 0)).toEqual([]);
  });

  it.each(rows.map(({ threat, named }) => [threat, named] as const))(
    "names tests that are there: %s",
    (_threat, named) => {
      for (const { file, titles } of named) {
        expect(existsSync(join(tests, file)), file).toBe(true);
        const text = readFileSync(join(tests, file), "utf8");
        for (const title of titles) expect(text, file).toContain(title);
      }
    },
  );
});
