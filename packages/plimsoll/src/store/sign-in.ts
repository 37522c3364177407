import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How those that had a file open before this process are doing. */
export interface SignIn {
  /** Whether one of them ended without closing it, and nobody has it open now. */
  readonly isOrphaned: boolean;
  /** Takes this process off the list. */
  signOut(): void;
}

let openings = 0;

/** Puts this process on the list of those that have a file open, and takes off those that are gone. */
export function signIn(file: string): SignIn {
  const folder = `${file}.users`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const others = readdirSync(folder).map((name) => ({ name, isThere: isRunning(Number.parseInt(name, 10)) }));
  const gone = others.filter(({ isThere }) => !isThere);
  for (const { name } of gone) rmSync(join(folder, name), { force: true });
  openings += 1;
  const own = join(folder, `${process.pid}.${openings}`);
  writeFileSync(own, "", { mode: 0o600 });
  const leave = (): void => rmSync(own, { force: true });
  process.once("exit", leave); // Only a process that is killed, or that the file kills, does not come to this.
  return {
    isOrphaned: gone.length > 0 && gone.length === others.length,
    signOut() {
      process.off("exit", leave);
      leave();
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}
