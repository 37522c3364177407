import { expect, it } from "vitest";
import { startCli } from "../support/cli.ts";

const ROOT = new URL("../../../../", import.meta.url);

it("plays a conversation over real servers from standard input, and ends with it", async () => {
  const args = ["chat", "--config", "examples/demo/plimsoll.json", "--embedder", "none"];
  const { child, said, ended } = startCli(args, { cwd: ROOT.pathname });
  child.stdin?.end(
    [
      "> Echo",
      'tool_find({"query":"everything__echo"})',
      'tool_call({"name":"everything/echo","arguments":{"message":"hi"}})',
      "",
    ].join("\n"),
  );
  expect(await ended).toBe(0);
  expect(said.stdout).toContain("  tool_call(name: string, arguments?: object)");
  expect(said.stdout).toContain("| everything__echo(message: string)");
  expect(said.stdout).toContain("tool_call (ok; everything/echo; loads everything/echo)\n| Echo: hi");
}, 60_000);
