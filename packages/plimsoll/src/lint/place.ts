import type { ConfigText } from "../config/config-text.ts";

/** Where an offset of a file is, as editors and terminals link it: `file:line:column`, both from 1. */
export function toPlace({ file, text }: ConfigText, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
