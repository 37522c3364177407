import { PlimsollError } from "@plimsoll/core";
import type { Node, ParseError } from "jsonc-parser";
import jsonc from "jsonc-parser";

const MAX_TREE_DEPTH = 1_000;

/** A config file's text, with what is needed to point into it. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
}

/** A property of an object, with the node to point at when its value is wrong. */
export interface Property {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

/** The error that points at a place of a config file, says what is wrong there, and what to write instead. */
export function configError(
  { file, text }: ConfigText,
  offset: number,
  reason: string,
  remedy: string,
): PlimsollError<"CONFIG_INVALID"> {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new PlimsollError("CONFIG_INVALID", `${file}:${line}:${column}: ${reason} ${remedy}`, {
    file,
    line,
    column,
    reason,
  });
}

/** The syntax tree of a JSON text with comments and trailing commas, or an error that says where it breaks. */
export function parseConfigTree(source: ConfigText): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = jsonc.parseTree(source.text, errors, { allowTrailingComma: true });
  } catch {
    // The parser recurses once a level, and has no bound of its own.
    throw nestedTooDeeply(source);
  }
  if (root === undefined) {
    throw configError(source, 0, "The file is empty.", 'Write { "mcpServers": { … } }.');
  }
  const first = errors[0];
  if (first !== undefined) {
    const what = jsonc
      .printParseErrorCode(first.error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase();
    throw configError(source, first.offset, `The file is not JSON: ${what}.`, "Correct it there.");
  }
  // Whoever reads the tree recurses too, and may need more of the stack for a level.
  if (isTooDeep(root)) throw nestedTooDeeply(source);
  return root;
}

function nestedTooDeeply(source: ConfigText): Error {
  return configError(source, 0, "The file is nested too deeply.", "Write a plain file.");
}

/** A level of JSON is two of the tree: an object, and a property of it. */
function isTooDeep(root: Node): boolean {
  let level: readonly Node[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_TREE_DEPTH) return true;
    level = level.flatMap(({ children }) => children ?? []);
  }
  return false;
}

/** The properties of an object, in order; a key that stands there twice is an error. */
export function propertiesOf(source: ConfigText, node: Node): Property[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap(({ children }) => {
    const [keyNode, value] = children ?? [];
    if (keyNode === undefined || value === undefined) return [];
    const key = String(keyNode.value);
    if (seen.has(key)) {
      throw configError(source, keyNode.offset, `"${key}" stands here twice.`, "Remove one of the two.");
    }
    seen.add(key);
    return [{ key, keyNode, value }];
  });
}
