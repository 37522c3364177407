import { AggregateService } from "./aggregate-service.ts";
import type { FrontParts } from "./front-parts.ts";
import { profileNamed } from "./profile.ts";
import type { Service } from "./service.ts";
import { narrow } from "./toolsets.ts";
import { TransparentService } from "./transparent-service.ts";

/**
 * What clients of a profile are served, as far as they want it; nothing, where the config has no such profile. Cheap:
 * made for every request.
 */
export function serviceNamed(
  shared: FrontParts,
  profileName: string | undefined,
  toolsets?: readonly string[],
): Service | undefined {
  const named = profileNamed(shared.gateway.config, profileName);
  if (named === undefined) return undefined;
  const profile = narrow(named, toolsets);
  const { transparent, trust } = profile.config;
  const parts = shared.under(trust);
  return transparent === undefined
    ? new AggregateService(parts, profile)
    : new TransparentService(parts, profile, transparent);
}
