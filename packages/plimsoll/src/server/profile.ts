import {
  askPolicy,
  type CatalogEntry,
  PlimsollError,
  type Policy,
  type PolicySubject,
  toSourceId,
} from "@plimsoll/core";
import type { GatewayConfig, ProfileConfig } from "../config/config.ts";
import type {} from "../errors.ts";

/** What a profile is worked out with, beside what the config says of it. */
export interface ProfileCircumstances {
  /** The ids of the servers that a client wants to have to do with: they narrow, and never widen. */
  readonly toolsets?: readonly string[];
  /** The domain of what a source has; its id if absent. */
  readonly domainOf?: (source: string) => string;
}

/** A client's slice of the catalog: nothing is kept from one that has no profile. */
export class Profile {
  readonly config: ProfileConfig;
  readonly domainOf: (source: string) => string;
  /** To be handed to the runtime, which asks it of every tool. */
  readonly policy: Policy;

  constructor(config: ProfileConfig, { toolsets, domainOf = (source) => source }: ProfileCircumstances = {}) {
    const { allow, deny, allowDomains, denyDomains, denyRisk, approve, approveRisk, transparent } = config;
    const only = transparent === undefined ? undefined : toSourceId(transparent);
    const sources = toolsets?.filter((id) => only === undefined || id === only) ?? only;
    this.config = config;
    this.domainOf = domainOf;
    this.policy = {
      ...(allow === undefined ? {} : { allow }),
      ...(deny === undefined ? {} : { deny }),
      ...(allowDomains === undefined ? {} : { allowDomains }),
      ...(denyDomains === undefined ? {} : { denyDomains }),
      ...(denyRisk === undefined ? {} : { denyRisk }),
      ...(approve === undefined ? {} : { approve }),
      ...(approveRisk === undefined ? {} : { approveRisk }),
      ...(sources === undefined ? {} : { allowSources: [sources].flat() }),
    };
  }

  /** Whether a tool may be found and called. */
  permits(subject: PolicySubject): boolean {
    return askPolicy([this.policy], subject, { model: "" }).find;
  }

  /** The same of a prompt or a resource, which are asked about as `source/name` and `source/uri`. */
  permitsItem(source: string, item: string): boolean {
    return this.permits(this.#toHarmless(source, item));
  }

  /** Whether there may be anything of a source that is permitted, as far as can be told before the source has listed. */
  mayHave(source: string): boolean {
    const { allow, ...rest } = this.policy;
    const start = `${source}/`;
    const isAllowed =
      allow?.some((pattern) => {
        const [fixed = ""] = pattern.split("*");
        return pattern.includes("*")
          ? start.startsWith(fixed) || fixed.startsWith(start)
          : fixed.startsWith(start);
      }) ?? true;
    // A name that no rule has in mind: only one that denies everything denies it.
    return isAllowed && askPolicy([rest], this.#toHarmless(source, "\u0000"), { model: "" }).find;
  }

  /** Whether a tool runs only after the user has agreed. */
  wantsLeave(subject: PolicySubject): boolean {
    return askPolicy([this.policy], subject, { model: "" }).approve;
  }

  /** Whether a tool is in every list of its clients. */
  pins(entry: CatalogEntry): boolean {
    const { pins = [] } = this.config;
    if (pins.length === 0) return false;
    return askPolicy([{ allow: pins }], entry, { model: "" }).call && this.permits(entry);
  }

  #toHarmless(source: string, item: string): PolicySubject {
    return {
      name: `${source}/${item}`,
      source: { id: source, kind: "mcp" },
      domain: this.domainOf(source),
      risk: { level: "read", external: true, verified: true },
    };
  }
}

/** The profile of a name; of no name, the one that permits everything. Nothing, where the config has no such profile. */
export function profileNamed(config: GatewayConfig, name: string | undefined): Profile | undefined {
  const domainOf = (source: string): string =>
    config.servers.find((server) => toSourceId(server.name) === source)?.domain ?? source;
  if (name === undefined) return new Profile({}, { domainOf });
  return Object.hasOwn(config.profiles, name)
    ? new Profile(config.profiles[name] ?? {}, { domainOf })
    : undefined;
}

/** The error of a profile that the config does not have. */
export function noProfile(
  { profiles }: GatewayConfig,
  profile: string | undefined,
): PlimsollError<"PROFILE_UNKNOWN"> {
  const available = Object.keys(profiles);
  const known =
    available.length === 0 ? "The config has no profiles." : `The config has: ${available.join(", ")}.`;
  const message = `There is no profile ${JSON.stringify(profile)}. ${known}`;
  return new PlimsollError("PROFILE_UNKNOWN", message, { profile: profile ?? "", available });
}
