import { isRecord } from "../internal/is-record.ts";

/** A value somewhere in a JSON value. */
export interface WalkedValue {
  /** As `inputSchema.properties.path`; empty at the top. */
  readonly path: string;
  readonly value: unknown;
  /** The names of its members; none of a list. */
  readonly keys: readonly string[];
  readonly isLeaf: boolean;
}

/** Everything in a JSON value, in its order. A list and no recursion: how deeply a server nests is the server's choice. */
export function* walkJson(top: unknown): Generator<WalkedValue> {
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: "", value: top }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next;
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    yield { ...next, keys: isRecord(value) ? Object.keys(value) : [], isLeaf: members.length === 0 };
    for (const [key, item] of members.reverse()) {
      waiting.push({ path: path === "" ? key : `${path}.${key}`, value: item });
    }
  }
}
