import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Every other test runs on `src`, so that a mistake in the exports map or in what the build emits would reach
 * users unseen. These run what users get, in a process that does not know the source condition.
 */
describe.skipIf(!existsSync(new URL("../dist/index.js", import.meta.url)))("the built package", () => {
  const run = (program: string): string =>
    execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: root,
      encoding: "utf8",
    });

  test("offers the same names as the source, at every entry", async () => {
    for (const entry of [
      "@plimsoll/core",
      "@plimsoll/core/search",
      "@plimsoll/core/mcp",
      "@plimsoll/core/openai",
      "@plimsoll/core/dialects",
      "@plimsoll/core/anthropic",
    ]) {
      const built = run(
        `import * as entry from "${entry}"; console.log(JSON.stringify(Object.keys(entry).sort()))`,
      );
      expect(JSON.parse(built)).toEqual(Object.keys(await import(entry)).sort());
    }
  });

  test("takes a step", () => {
    const program = `
      import { createRuntime, defineTool } from "@plimsoll/core";
      const rare = defineTool({ name: "rare", description: "Rarely used", lazy: true, run: () => "ran" });
      const step = createRuntime({ tools: [rare] }).step({ history: [], model: "m" });
      const entries = await step.accept({ calls: [{ id: "1", name: "tool_call", arguments: { name: "rare" } }] });
      console.log(entries.at(-1).content[0].text);`;
    expect(run(program).trim()).toBe("ran");
  });
});
