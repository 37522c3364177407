import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { descendants, isAlive, until } from "../packages/plimsoll/test/support/processes.ts";
import { temporaryFolder } from "../packages/plimsoll/test/support/servers.ts";
import { ROOT } from "./fences.ts";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const BUILD = "npm run -s build && ";

let group: number | undefined;
afterEach(() => {
  if (group !== undefined && isAlive(group)) process.kill(-group, "SIGKILL");
});

/**
 * `npm start` builds and serves. `npm test` has built already, and building again would take the files away
 * from under the tests of the build, so the rest of the script is run, on a port that is free.
 */
test("npm start serves three servers, and Ctrl-C ends it with every process it started", async () => {
  expect(scripts.start.startsWith(BUILD)).toBe(true);
  const child = spawn("sh", ["-c", `${scripts.start.slice(BUILD.length)} --port 0`], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: [join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
      PLIMSOLL_HOME: temporaryFolder(),
    },
  });
  group = Number(child.pid);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once("close", resolve));

  await until(() => said.includes("Ctrl-C ends it."), "the gateway is ready", 30_000);
  expect(said).toMatch(/everything +17 tools\n +files +14 tools\n +memory +9 tools/);
  const started = descendants(group);
  expect(started.length).toBeGreaterThanOrEqual(3);

  process.kill(-group, "SIGINT"); // What a terminal does on Ctrl-C: the whole group hears it.
  await ended;
  expect(started.filter(isAlive)).toEqual([]);
});
