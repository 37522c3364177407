import type { RelayRequest } from "../upstream/upstream.ts";

/** A question of a server of the older era as the newer one has it: with a mode, and without an id of its own. */
export function toModernRequest({ method, params = {} }: RelayRequest): RelayRequest {
  if (method !== "elicitation/create") return { method, params };
  const { elicitationId: _id, ...rest } = params;
  return { method, params: { mode: "form", ...rest } };
}
