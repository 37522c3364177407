import { invalidParams } from "./wire-error.ts";

const PAGE_ITEMS = 1_000;

/** One page of a list, by the cursor of the page before. */
export function toListPage<Item>(
  items: readonly Item[],
  cursor: string | undefined,
): { readonly items: Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(start) || start < 0 || (start > 0 && start >= items.length)) {
    throw invalidParams(`There is no page ${JSON.stringify(cursor)}. List again from the start.`);
  }
  const end = start + PAGE_ITEMS;
  const page = items.slice(start, end);
  return end < items.length ? { items: page, nextCursor: String(end) } : { items: page };
}
