/**
 * Orders two versions by their numbers, part by part; a part that is no number (`x`) counts as 0, and a
 * pre-release (`1.0.0-rc.1`) comes before its release.
 *
 *     0.8.53 < 0.9.x < 0.10.0-rc.1 < 0.10.0
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [split(a), split(b)];
  const length = Math.max(first.numbers.length, second.numbers.length);
  for (let at = 0; at < length; at++) {
    const difference = (first.numbers[at] ?? 0) - (second.numbers[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Number(second.isPreRelease) - Number(first.isPreRelease);
}

/** Whether a text is a version: numbers with dots between them, an `x` for any, a pre-release behind a hyphen. */
export function isVersion(text: string): boolean {
  return /^v?\d+(\.(\d+|x))*(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(text);
}

function split(version: string): { readonly numbers: readonly number[]; readonly isPreRelease: boolean } {
  const [release = "", ...rest] = version.replace(/^v/, "").replace(/\+.*$/, "").split("-");
  return {
    numbers: release.split(".").map((part) => Number.parseInt(part, 10) || 0),
    isPreRelease: rest.length > 0,
  };
}
