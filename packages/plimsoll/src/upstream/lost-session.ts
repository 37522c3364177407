import type { Connection } from "./connection.ts";
import { codeOf, statusOf } from "./upstream-failure.ts";

const METHOD_NOT_FOUND = -32_601;

/**
 * Whether a request failed because the server does not know the session any longer: it runs elsewhere, and may have
 * been started again. Then it did nothing, and the request may be made again on a new connection. The specification
 * wants 404 for it, and many servers answer 400; but a tool's own error may come with either, and the id of the request
 * is in either. A question that changes nothing tells the two apart.
 */
export async function isSessionLost(
  cause: unknown,
  connection: Connection,
  signal: AbortSignal,
): Promise<boolean> {
  if (connection.introduction.era === "modern" || !isRefusal(cause)) return false;
  try {
    await connection.request({ method: "ping" }, { signal });
    return false;
  } catch (error) {
    return isRefusal(error) && codeOf(error) !== METHOD_NOT_FOUND;
  }
}

function isRefusal(cause: unknown): boolean {
  const status = statusOf(cause);
  return status === 404 || status === 400;
}
