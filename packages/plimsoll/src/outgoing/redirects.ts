import type { FetchLike } from "@modelcontextprotocol/client";
import { OutgoingRefused } from "./outgoing-refused.ts";

const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Follows a redirect where it stays within its origin and keeps the method; any other is answered as it came, so that
 * no credential and no content goes where the first address did not say.
 */
export function followWithinOrigin(
  fetchOnce: (url: URL, init: RequestInit | undefined) => Promise<Response>,
): FetchLike {
  return async (url, init) => {
    let current = new URL(url);
    for (let followed = 0; ; followed += 1) {
      const answer = await fetchOnce(current, init);
      const target = targetOf(current, answer);
      if (target === undefined || !isSameOrigin(current, target) || !keepsMethod(answer, init)) return answer;
      await answer.body?.cancel();
      if (followed === MOST_REDIRECTS) {
        throw new OutgoingRefused(`${current.origin} redirects more than ${MOST_REDIRECTS} times`);
      }
      current = target;
    }
  };
}

function targetOf(from: URL, { status, headers }: Response): URL | undefined {
  const location = REDIRECTS.has(status) ? headers.get("location") : null;
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** The same, or the same by https where both are at the ports that everybody takes. */
function isSameOrigin(from: URL, to: URL): boolean {
  if (to.username !== "" || to.password !== "") return false;
  const isUpgrade =
    from.protocol === "http:" && to.protocol === "https:" && from.port === "" && to.port === "";
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname);
}

function keepsMethod({ status }: Response, init: RequestInit | undefined): boolean {
  return status === 307 || status === 308 || (init?.method ?? "GET").toUpperCase() === "GET";
}
