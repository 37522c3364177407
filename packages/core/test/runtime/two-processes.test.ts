import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRuntime, type Message } from "@plimsoll/core";
import { expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const PROGRAM = fileURLToPath(new URL("./step-bytes.ts", import.meta.url));

function bytesIn(
  order: "given" | "reverse",
  env: Record<string, string>,
  history: readonly Message[] = [],
): string {
  const args = ["--conditions=@plimsoll/source", "--import", TSX, PROGRAM, order, JSON.stringify(history)];
  return execFileSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, ...env } });
}

test("law 2: two processes send the same bytes, whatever the order of tools, keys and the locale", async () => {
  const here = bytesIn("given", { LANG: "C", TZ: "UTC" });
  expect(bytesIn("reverse", { LANG: "sv_SE.UTF-8", TZ: "Asia/Tokyo" })).toBe(here);

  const step = createRuntime({ tools: [aTool("rare", { lazy: true })] }).step({
    history: [],
    model: "deepseek-v4",
  });
  const history = await step.accept({ calls: [{ id: "1", name: "tool_call", arguments: { name: "rare" } }] });
  expect(bytesIn("reverse", {}, history)).toBe(bytesIn("given", {}, history));
});
