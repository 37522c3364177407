import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { Turn } from "./exchange.ts";
import { readInputRequired } from "./relay.ts";
import type { Item } from "./service.ts";

/** What a server answered, as its client may have it: as it came, but for what the server says of itself alone. */
export function toClientResult(result: unknown): Item {
  if (!isRecord(result)) return {};
  const { resultType: _type, cacheScope, _meta, ...rest } = result;
  return {
    ...rest,
    // Whatever a server thinks of it, the gateway may answer the next client otherwise.
    ...(cacheScope === undefined ? {} : { cacheScope: "private" }),
    ...(isRecord(_meta) ? toMeta(_meta) : {}),
  };
}

/** The same, or the server's question to the user. */
export function toTurn(result: unknown, toResult: (result: Item) => Item = (same) => same): Turn<Item> {
  return readInputRequired(result) ?? { type: "done", result: toResult(toClientResult(result)) };
}

function toMeta(meta: Item): { readonly _meta?: Item } {
  const { [SERVER_INFO_META_KEY]: _who, ...rest } = meta;
  return Object.keys(rest).length === 0 ? {} : { _meta: rest };
}
