/**
 * A search is a call in a shape of its own, and must be answered in its own shape. A history knows calls only: the id
 * says which of them are searches.
 */
const MARK = "tool_search:";

/** The id of a search as a call. */
export function toSearchId(callId: string): string {
  return MARK + callId;
}

/** The id of the search that a call is; nothing, where it is an ordinary call. */
export function searchIdOf(id: string): string | undefined {
  return id.startsWith(MARK) ? id.slice(MARK.length) : undefined;
}

const STAND_IN = "plimsoll_";

/** The id of a search that stands for an ordinary call of the same meta-tool, to reveal what that found. */
export function toStandInId(id: string): string {
  return STAND_IN + id;
}

/** Whether a search is one that no model made. */
export function isStandIn(callId: unknown): boolean {
  return typeof callId === "string" && callId.startsWith(STAND_IN);
}
