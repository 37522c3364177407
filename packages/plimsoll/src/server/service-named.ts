import { AggregateService } from "./aggregate-service.ts";
import type { FrontParts } from "./front-parts.ts";
import { profileNamed } from "./profile.ts";
import type { Service } from "./service.ts";
import { TransparentService } from "./transparent-service.ts";

/** What clients of a profile are served; nothing, where the config has no such profile. Cheap: made for every request. */
export function serviceNamed(parts: FrontParts, profileName: string | undefined): Service | undefined {
  const profile = profileNamed(parts.gateway.config, profileName);
  if (profile === undefined) return undefined;
  const { transparent } = profile.config;
  return transparent === undefined
    ? new AggregateService(parts, profile)
    : new TransparentService(parts, profile, transparent);
}
