import { toOneLine } from "./output.ts";

/** How far something has come, in a unit of its own. */
export interface BarProgress {
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
  /** What the numbers mean, for people. */
  readonly text: string;
}

/** One line on a terminal that is drawn over itself; nothing where there is no terminal. */
export interface ProgressBar {
  show(progress: BarProgress): void;
  /** Leaves the line as if nothing had been there. */
  erase(): void;
}

/** What is used of the stream a bar is drawn on. */
export interface BarStream {
  readonly isTTY?: boolean;
  /** 0 on a terminal that does not know its size. */
  readonly columns?: number;
  write(text: string): unknown;
}

const REDRAW_MS = 100;
const CELLS = 24;
const DEFAULT_COLUMNS = 80;
const ERASE_LINE = "\r\u001b[2K";

/** Makes a bar. What is over before it is first due to be drawn is never drawn. */
export function createProgressBar(
  stream: BarStream,
  now: () => number = () => performance.now(),
): ProgressBar {
  const startedAt = now();
  let drawnAt = startedAt;
  let drawn = false;
  return {
    show(progress) {
      const at = now();
      const isDue = at - drawnAt >= REDRAW_MS || (drawn && progress.done === progress.total);
      if (stream.isTTY !== true || !isDue) return;
      const line = toOneLine(renderProgress(progress, at - startedAt));
      // A line as wide as the terminal would wrap, and the next one would not cover it.
      stream.write(ERASE_LINE + line.slice(0, (stream.columns || DEFAULT_COLUMNS) - 1));
      drawnAt = at;
      drawn = true;
    },
    erase() {
      if (drawn) stream.write(ERASE_LINE);
      drawn = false;
    },
  };
}

/** The line of a bar: `[######------]  50 %  1.6 of 3.3 MB, 2 s left`. */
export function renderProgress({ done, total, text }: BarProgress, elapsedMs: number): string {
  // Files grow and streams have no size: then there is nothing to be measured against.
  if (total === 0 || done > total) return text;
  const share = done / total;
  const filled = Math.round(share * CELLS);
  const bar = `[${"#".repeat(filled)}${"-".repeat(CELLS - filled)}]`;
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const leftMs = share > 0 && share < 1 ? (elapsedMs * (1 - share)) / share : undefined;
  return `${bar} ${percent}  ${text}${leftMs === undefined ? "" : `, ${toDuration(leftMs)} left`}`;
}

function toDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
