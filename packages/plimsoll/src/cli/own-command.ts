/** A program with its arguments. */
export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** How this very program is started again, with other arguments. */
export function ownCommand(...args: string[]): OwnCommand {
  return { command: process.execPath, args: [...process.execArgv, process.argv[1] ?? "", ...args] };
}

/** The same for somebody to keep: what npx unpacked for one run may be gone at the next. */
export function lastingCommand(...args: string[]): OwnCommand {
  const isUnpacked = /[\\/]_npx[\\/]/.test(process.argv[1] ?? "");
  return isUnpacked ? { command: "npx", args: ["-y", "plimsoll", ...args] } : ownCommand(...args);
}
