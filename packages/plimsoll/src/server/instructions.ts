import { estimateTokens } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { toDialectWords } from "./dialect-words.ts";
import type { Profile } from "./profile.ts";
import { serversUnder } from "./servers-under.ts";

/** Some clients cut instructions at two kilobytes; this stays below it. */
const MAX_TOKENS = 450;
const MAX_LINE = 120;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What a client is told on connecting: how to reach the tools, and which servers they come from. */
export function toInstructions(gateway: Gateway, profile: Profile): string {
  const { prompt } = toDialectWords(gateway, profile);
  const servers = serversOf(gateway, profile);
  return servers.length === 0 ? prompt : withServers(prompt, servers);
}

interface ServerWords {
  readonly id: string;
  /** What it is for, in its own words; empty, where it says nothing. */
  readonly line: string;
}

function serversOf(gateway: Gateway, profile: Profile): ServerWords[] {
  const { sources } = gateway.runtime.catalog.snapshot();
  return serversUnder(gateway, profile).map((id) => ({
    id,
    line: toLine(sources.find((source) => source.id === id)?.instructions ?? ""),
  }));
}

/** Lines as far as there is room, then names alone, then a number: every server is at least counted. */
function withServers(prompt: string, servers: readonly ServerWords[]): string {
  const render = (lines: number, names: number): string => {
    const shown = servers
      .slice(0, names)
      .map(({ id, line }, at) => (at < lines && line !== "" ? `- ${id}: ${line}` : `- ${id}`));
    const more = servers.length - names;
    return [
      ...(prompt === "" ? [] : [prompt]),
      "Tools come from these servers:",
      ...shown,
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join("\n");
  };
  const fits = (text: string): boolean =>
    estimateTokens(text) <= Math.max(MAX_TOKENS, estimateTokens(prompt) + 50);
  const names = mostFitting(servers.length, (count) => fits(render(0, count)));
  return render(
    mostFitting(names, (count) => fits(render(count, names))),
    names,
  );
}

/** The greatest number up to a most that fits; fewer always fit where more do. */
function mostFitting(most: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first sentence of a text, on one line, without what a reader does not see. */
function toLine(text: string): string {
  const plain = text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(HIDDEN, " ")
        .replace(/^[\s#>*-]+/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .find((line) => /\p{L}/u.test(line));
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(plain ?? "")?.[0] ?? plain ?? "";
  const characters = [...sentence];
  return characters.length <= MAX_LINE ? sentence : `${characters.slice(0, MAX_LINE - 1).join("")}…`;
}
