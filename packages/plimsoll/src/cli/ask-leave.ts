import { createInterface } from "node:readline/promises";

/** Asks the user at the terminal whether to go on; only a clear yes is one. */
export async function askLeave(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While a line is being edited, Ctrl-C is a key and no signal.
  const declined = new AbortController();
  terminal.once("SIGINT", () => declined.abort());
  try {
    const options = { signal: AbortSignal.any([signal, declined.signal]) };
    const answer = await terminal.question(`${question} [y/N] `, options);
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
