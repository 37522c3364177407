import { toSourceId } from "@plimsoll/core";
import { compareText } from "../internal/compare.ts";
import type { FrontParts } from "./front-parts.ts";
import { Profile, profileNamed } from "./profile.ts";
import { serversUnder } from "./servers-under.ts";

const HEADER = "x-mcp-toolsets";
const PARAMETER = "toolsets";
/** As GitHub's server has it: no narrowing. */
const ALL = "all";

/** The toolsets that a request names in its address and its headers: those of both, where both name some. */
export function readToolsets(request: Request): readonly string[] | undefined {
  const inAddress = new URL(request.url).searchParams.getAll(PARAMETER);
  const lists = [inAddress.join(","), request.headers.get(HEADER) ?? ""]
    .map((text) => text.split(",").map((name) => name.trim()))
    .map((names) => names.filter((name) => name !== ""))
    .filter((names) => names.length > 0 && !names.includes(ALL));
  const [first, second] = lists;
  if (first === undefined || second === undefined) return first;
  return first.filter((name) => second.includes(name));
}

/**
 * Why a client cannot have the toolsets it asks for; nothing, where it can. They are servers, by name or id; what the
 * profile has nothing of is not there, and no answer tells the two apart.
 */
export async function whyNoToolset(
  shared: FrontParts,
  profileName: string | undefined,
  toolsets: readonly string[] | undefined,
): Promise<string | undefined> {
  const profile = profileNamed(shared.gateway.config, profileName);
  if (profile === undefined || toolsets === undefined) return undefined;
  const { gateway } = shared.under(profile.config.trust);
  await gateway.listed();
  const available = serversUnder(gateway, profile);
  const unknown = toolsets.find((name) => !available.includes(name) && !available.includes(toSourceId(name)));
  if (unknown === undefined) return undefined;
  const there = available.length === 0 ? "There are none." : `There are: ${available.join(", ")}.`;
  return `There is no toolset ${JSON.stringify(unknown)}. ${there}`;
}

/** A profile narrowed to toolsets, and never widened by them. */
export function narrow(profile: Profile, toolsets: readonly string[] | undefined): Profile {
  if (toolsets === undefined) return profile;
  const ids = new Set(toolsets.flatMap((name) => [name, toSourceId(name)]));
  const { config, domainOf } = profile;
  return new Profile(config, { toolsets: [...ids].sort(compareText), domainOf });
}
