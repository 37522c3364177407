import { type Policy, toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { compareText } from "../internal/compare.ts";
import type { Profile } from "./profile.ts";

// Rules by which a whole server can be known to be permitted before it has listed anything.
const WHOLE_SERVERS: readonly (keyof Policy)[] = [
  ...(["allowSources", "allowDomains", "denyDomains"] as const),
  ...(["approve", "approveRisk"] as const),
];

/** The ids of the servers that a profile has tools of, or may have as far as anybody knows yet, in order. */
export function serversUnder({ config, runtime }: Gateway, profile: Profile): readonly string[] {
  const isWhole = Object.keys(profile.policy).every((rule) => WHOLE_SERVERS.some((known) => known === rule));
  const entries = isWhole ? [] : runtime.catalog.snapshot().entries();
  const permitted = new Set(entries.filter((entry) => profile.permits(entry)).map(({ source }) => source.id));
  return config.servers
    .map(({ name }) => toSourceId(name))
    .filter((id) => (isWhole ? profile.mayHave(id) : permitted.has(id)))
    .sort(compareText);
}
