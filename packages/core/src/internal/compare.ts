/** Orders texts by code unit: the same in every locale and process, which `localeCompare` is not. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
