/** Orders texts by code unit: the same in every locale and process. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
