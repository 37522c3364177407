#!/usr/bin/env node
import module from "node:module";

// Newer versions of Node keep what they have compiled: the next start is quicker.
Object(module)["enableCompileCache"]?.();
const { runCommand } = await import("./program.ts");

// A reader that has seen enough (`plimsoll find … | head -1`) closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 2);
});

const code = await runCommand(process.argv.slice(2));

// Where pipes are asynchronous, leaving at once would cut off what is still being written.
await Promise.all([process.stdout, process.stderr].map(flush));
process.exit(code);

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
