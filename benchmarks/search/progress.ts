/** Says on stderr what a long run is at; the figures alone go to stdout. */
export function tellProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
