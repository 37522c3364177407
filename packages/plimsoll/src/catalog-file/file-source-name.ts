import { basename, dirname, resolve } from "node:path";

const ENDINGS = /(?:\.jsonl?)?(?:\.gz)?$/i;

/** What the source of a file's own tools is called: the file without its endings, or the folder of a `tools.jsonl`. */
export function toFileSourceName(file: string): string {
  const path = resolve(file);
  const name = basename(path).replace(ENDINGS, "");
  return name === "tools" ? basename(dirname(path)) : name;
}
