import { type SourceFailure, toSourceId } from "@plimsoll/core";
import type { GatewayConfig } from "../config/config.ts";
import type { ConfigDifference } from "../config/config-difference.ts";
import type { ConfigNews } from "../config/watch-config.ts";
import type { Gateway } from "../gateway.ts";
import { renderHeldCount, waitingOf } from "./held-words.ts";
import type { Output } from "./output.ts";

/** Has a gateway take over what became of its config file, and says so; never throws. */
export async function reload(gateway: Gateway, news: ConfigNews, output: Output): Promise<void> {
  if (news.type === "broken") {
    gateway.observers.mention({ type: "reload", failure: news.error.message });
    output.note(`${news.error.message} Until then, the config of before is served.`);
    return;
  }
  const before = gateway.config;
  try {
    const difference = await gateway.reconfigure(news.config);
    for (const line of renderReload(before, news.config, difference)) output.note(line);
    for (const line of renderFailures(difference, await gateway.ready())) output.note(line);
    const held = renderHeldCount((await waitingOf(gateway.quarantine)).length);
    if (held !== undefined) output.note(held);
  } catch (error) {
    output.note(error instanceof Error ? error.message : String(error));
  }
}

/** What a change of the config came to, in lines. */
export function renderReload(
  before: GatewayConfig,
  { file, setAside }: GatewayConfig,
  { added, changed, removed, profiles, sections, postponed }: ConfigDifference,
): string[] {
  const parts = [
    toPart("added", added),
    toPart("restarted", changed),
    toPart("removed", removed),
    toPart(profiles.length === 1 ? "profile" : "profiles", profiles),
    toPart(sections.length === 1 ? "section" : "sections", sections),
  ].filter((part) => part !== undefined);
  const isKnown = ({ name }: { name: string }): boolean => before.setAside.some((old) => old.name === name);
  return [
    `${file} has changed: ${parts.length === 0 ? "the servers are the same" : parts.join("; ")}.`,
    ...setAside
      .filter((entry) => !isKnown(entry))
      .map(({ name, reason }) => `${name} was set aside: ${reason}`),
    ...(postponed.length === 0 ? [] : [`To have ${postponed.join(" and ")} take effect, start it again.`]),
  ];
}

function toPart(what: string, items: readonly (string | { readonly name: string })[]): string | undefined {
  if (items.length === 0) return undefined;
  return `${what} ${items.map((item) => (typeof item === "string" ? item : item.name)).join(", ")}`;
}

function renderFailures({ added, changed }: ConfigDifference, failures: readonly SourceFailure[]): string[] {
  const ids = new Set([...added, ...changed].map(({ name }) => toSourceId(name)));
  return failures
    .filter(({ source }) => ids.has(source))
    .map(({ error }) => (error instanceof Error ? error.message : String(error)));
}
