import type { Node } from "jsonc-parser";
import { type ConfigText, propertiesOf } from "./config-text.ts";
import type { Input } from "./expand-variables.ts";

/** What a file asks its user for: VS Code's `inputs`. One that cannot be read is left out, as VS Code does. */
export function readInputs(source: ConfigText, node: Node | undefined): ReadonlyMap<string, Input> {
  const items = node?.type === "array" ? (node.children ?? []) : [];
  return new Map(
    items.flatMap((item): [string, Input][] => {
      if (item.type !== "object") return [];
      const fields = new Map(propertiesOf(source, item).map(({ key, value }) => [key, value.value]));
      const [id, fallback] = [fields.get("id"), fields.get("default")];
      if (typeof id !== "string" || id === "") return [];
      return [[id, typeof fallback === "string" ? { default: fallback } : {}]];
    }),
  );
}
