import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { TestClient } from "./clients.ts";
import type { NewerNodeProgram } from "./newer-node.ts";

const CALLS = fileURLToPath(new URL("./mcporter-calls.mjs", import.meta.url));

/** mcporter as a client, in a process of its own, because it needs a newer Node than Plimsoll does. */
export function connectMcporter(
  { command, folder }: NewerNodeProgram,
  url: string,
): Pick<TestClient, "callTool" | "close"> {
  const child = spawn(command, [CALLS, folder, url], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    async callTool(params) {
      child.stdin.write(`${JSON.stringify(params)}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error("mcporter has ended.");
      return JSON.parse(value);
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}
