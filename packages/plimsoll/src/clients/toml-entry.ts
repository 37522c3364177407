import { stringify } from "smol-toml";
import { type ConfigText, configError, propertiesOf } from "../config/config-text.ts";
import { parseTomlTree } from "../config/toml-tree.ts";
import { type EditedText, lineEndOf } from "./text-edit.ts";

const FIRST = "# plimsoll connect wrote this; plimsoll connect --undo takes it out.";
const LAST = "# end of what plimsoll connect wrote";

/** Writes an entry at the end of a TOML file, between two marks, and changes nothing else. */
export function addTomlEntry(file: ConfigText, key: string, name: string, entry: unknown): EditedText {
  const without = removeTomlEntry(file) ?? file.text;
  const source = { file: file.file, text: without.replace(/^\uFEFF/, "") };
  refuseTwice(source, key, name);
  const lineEnd = lineEndOf(without);
  const shown = stringify({ [key]: { [name]: entry } }).trimEnd();
  const lines = [FIRST, ...shown.split("\n"), LAST].join(lineEnd);
  const gap = without === "" || /[\r\n]$/.test(without) ? "" : lineEnd;
  const text = `${without}${gap}${without === "" ? "" : lineEnd}${lines}${lineEnd}`;
  refuseClosed(source, key, text);
  return { text, shown };
}

/** Takes out what stands between the two marks; nothing if they are not there. */
export function removeTomlEntry({ text }: { readonly text: string }): string | undefined {
  const [from, to] = [text.indexOf(FIRST), text.indexOf(LAST)];
  if (from < 0 || to < from) return undefined;
  const end = to + LAST.length + (/^(\r\n|[\r\n])?/.exec(text.slice(to + LAST.length))?.[0].length ?? 0);
  // The empty line before the first mark came with it.
  const gap = /(?<=[\r\n])(\r\n|[\r\n])$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return `${text.slice(0, from - gap)}${text.slice(end)}`;
}

/** A table that is written in one pair of braces takes nothing more. */
function refuseClosed(source: ConfigText, key: string, text: string): void {
  try {
    parseTomlTree({ file: source.file, text: text.replace(/^\uFEFF/, "") });
  } catch {
    const map = propertiesOf(source, parseTomlTree(source)).find((property) => property.key === key);
    const reason = `"${key}" is written in braces, and nothing can be added to it.`;
    throw configError(source, map?.value.offset ?? 0, reason, `Write its servers as [${key}.name].`);
  }
}

function refuseTwice(source: ConfigText, key: string, name: string): void {
  const root = parseTomlTree(source);
  const map = propertiesOf(source, root).find((property) => property.key === key)?.value;
  const old =
    map === undefined ? undefined : propertiesOf(source, map).find((property) => property.key === name);
  if (old === undefined) return;
  const reason = `[${key}.${name}] is there already.`;
  throw configError(source, old.value.offset, reason, "Remove it, and run this again.");
}
