import { createInterface } from "node:readline/promises";

/** Whether somebody is there who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks for a yes; anything else is a no. */
export async function askYes(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
  } catch {
    return false; // the input ended
  } finally {
    reader.close();
  }
}
