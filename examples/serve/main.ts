import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

// What `npm start` says: on a port that is free, and with a state of its own.
const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const home = await mkdtemp(join(tmpdir(), "plimsoll-serve-"));
const env = {
  ...process.env,
  PATH: [join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  PLIMSOLL_HOME: home,
};
const main = join(ROOT, "packages/plimsoll/src/cli/main.ts");
const config = ["--config", join(ROOT, "examples/demo/plimsoll.json")];

async function plimsoll(args: readonly string[], endsWith?: string): Promise<string> {
  const child = spawn(process.execPath, [...process.execArgv, main, ...args, ...config], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const closed = once(child, "close");
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (endsWith !== undefined && said.includes(endsWith)) child.kill("SIGINT");
  }
  await closed;
  assert.equal(child.exitCode, 0, `${args[0]} ends well`);
  return said.trimEnd();
}

await plimsoll(["refresh"]); // on a slow machine a server may be late, and is then named as awaited
const said = await plimsoll(["serve", "--port", "0"], "Ctrl-C ends it.");
await rm(home, { recursive: true });

console.log(
  said
    .replaceAll(ROOT, "/project")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:7077")
    // As `npx plimsoll serve` says it; here it names the files of this clone.
    .replace(/"command": .* "serve"/, '"command": "npx", "args": [ "-y", "plimsoll", "serve"'),
);
