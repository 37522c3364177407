const BAR = 24;
const PLAIN_LINE_MS = 30_000;

/** Tells how far a long job is. */
export interface Progress {
  advance(by: number): void;
  end(): void;
}

/** Where progress is shown: a stream, and whether it is a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): boolean;
}

/** Shows a bar with the time left on a terminal, and a line every half minute elsewhere. */
export function startProgress(label: string, total: number, out: ProgressOutput = process.stderr): Progress {
  const started = Date.now();
  let done = 0;
  let shown = 0;
  const show = () => {
    const rate = done / Math.max(1, (Date.now() - started) / 1000);
    const figures = `${done}/${total}, ${rate.toFixed(1)} a second, ${timeLeft((total - done) / rate)} left`;
    const filled = Math.round((BAR * done) / total);
    const bar = `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}]`;
    out.write(out.isTTY ? `\r${label} ${bar} ${figures}   ` : `${label}: ${figures}\n`);
    shown = Date.now();
  };
  return {
    advance(by) {
      done += by;
      if (Date.now() - shown > (out.isTTY ? 250 : PLAIN_LINE_MS)) show();
    },
    end() {
      show();
      if (out.isTTY) out.write("\n");
    },
  };
}

function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return "unknown time";
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min` : `${Math.round(seconds)} s`;
}
