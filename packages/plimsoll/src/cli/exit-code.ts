/** What a command ended with, for scripts. */
export const EXIT = {
  /** It did what was asked. */
  fine: 0,
  /** It worked, and there is something to look at: nothing matched. */
  findings: 1,
  /** The command line, the config or the machine does not allow it. */
  input: 2,
  /** A second signal: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
