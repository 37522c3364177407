import type { Node } from "jsonc-parser";

/**
 * The value that a syntax tree stands for. The library's own function assigns keys, to which `__proto__` is not a key
 * but the prototype of what it makes.
 */
export function nodeValue({ type, value, children = [] }: Node): unknown {
  if (type === "array") return children.map(nodeValue);
  if (type !== "object") return value;
  return Object.fromEntries(
    children.flatMap(({ children: [key, member] = [] }) =>
      key === undefined || member === undefined ? [] : [[String(key.value), nodeValue(member)]],
    ),
  );
}
