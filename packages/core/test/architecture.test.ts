import { describe, expect, test } from "vitest";
import { codeOf, findCycles, findLayerViolations, findPackages, readSources } from "./layers.ts";

const sources = readSources(new URL("../src", import.meta.url).pathname);

describe("the architecture of core", () => {
  test("imports point to the left of the layer table only", () => {
    expect(findLayerViolations(sources)).toEqual([]);
  });

  test("no file imports itself through others", () => {
    expect(findCycles(sources)).toEqual([]);
  });

  test("imports nothing but the dependencies that have none themselves", () => {
    expect(findPackages(sources)).toEqual([
      "@cfworker/json-schema",
      "@noble/hashes",
      "@standard-schema/spec",
      "stemmer",
    ]);
  });

  test("the type any is nowhere", () => {
    const found = [...sources].filter(([, text]) => /[:<(|&]\s*any\b|\bas any\b/.test(codeOf(text)));
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

describe("the public surface", () => {
  test("every export says in a comment what it is for", () => {
    const silent = [...sources].flatMap(([path, text]) =>
      [...text.matchAll(/(\*\/)?\n(export (?:async )?(?:interface|type|function|class|const) \w+)/g)]
        .filter(([, comment]) => comment === undefined)
        .map(([, , declaration]) => `${path}: ${declaration}`),
    );
    expect(silent).toEqual([]);
  });
});

describe("the checks themselves", () => {
  test("a planted import to the right is found, in every form of import", () => {
    const planted = new Map([
      ["tool/tool.ts", 'import type { Policy } from "../surface/policy.ts";'],
      ["search/text.ts", 'import "../catalog/catalog.ts";'],
      ["call/run.ts", 'const later = import("../runtime/create-runtime.ts");'],
      ["meta/fine.ts", 'import { dispatch } from "../call/dispatch.ts";\n// import "../index.ts"'],
    ]);
    expect(findLayerViolations(planted)).toEqual([
      "tool/tool.ts -> surface/policy.ts",
      "search/text.ts -> catalog/catalog.ts",
      "call/run.ts -> runtime/create-runtime.ts",
    ]);
  });

  test("a planted cycle is found", () => {
    const planted = new Map([
      ["tool/a.ts", 'import { b } from "./b.ts";'],
      ["tool/b.ts", 'export { a } from "./a.ts";'],
    ]);
    expect(findCycles(planted)).toEqual(["tool/a.ts -> tool/b.ts -> tool/a.ts"]);
  });

  test("a folder that is not in the table is an error, not a free pass", () => {
    const planted = new Map([["extras/new.ts", 'import "../tool/tool.ts";']]);
    expect(() => findLayerViolations(planted)).toThrow('"extras" is not in the layer table');
  });
});
