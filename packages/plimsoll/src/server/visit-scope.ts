import type { Era } from "../upstream/upstream.ts";
import type { RequestScope } from "./request-scope.ts";
import type { Visit } from "./visit.ts";

/** The scope of what a client over HTTP asks for beside its requests: what it is to hear of. */
export function toVisitScope({ principal, route }: Visit, era: Era, session?: string): RequestScope {
  return { principal, ...route, session, era, capabilities: {}, meta: {} };
}
