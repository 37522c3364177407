import { type AbsentSources, toSourceId } from "@plimsoll/core";
import type { Gateway, UnlistedServer } from "../gateway.ts";
import type { Profile } from "./profile.ts";

const MAX_SENTENCES = 5;
const MAX_LENGTH = 300;
const NAME = /^(?:mcp__)?([A-Za-z0-9-]+?)(?:\/|__)(.+)$/su;

/** What a model is told of servers that have listed nothing yet, as far as its profile may have tools of them. */
export function absentServers(gateway: Gateway, profile: Profile): AbsentSources | undefined {
  const unlisted = gateway.unlisted().map((server) => ({ ...server, id: toSourceId(server.name) }));
  if (unlisted.length === 0) return undefined;
  const shown = unlisted.filter(({ id }) => profile.mayHave(id));
  const more = shown.length - MAX_SENTENCES;
  return {
    whyNot(name) {
      const [, source = "", tool = ""] = NAME.exec(name) ?? [];
      const server = unlisted.find(({ id }) => id === source);
      return server === undefined || !profile.permitsItem(source, tool) ? undefined : toSentence(server);
    },
    sentences: [
      ...shown.slice(0, MAX_SENTENCES).map(toSentence),
      ...(more > 0 ? [`And ${more} more servers have not listed their tools.`] : []),
    ],
  };
}

function toSentence({ name, failure }: UnlistedServer): string {
  if (failure === undefined) {
    return `The server ${JSON.stringify(name)} is still starting: call again in a few seconds.`;
  }
  const text = failure instanceof Error ? failure.message : String(failure);
  const said = text.includes(JSON.stringify(name))
    ? text
    : `The server ${JSON.stringify(name)} is not available: ${text}`;
  const characters = [...said];
  return characters.length <= MAX_LENGTH ? said : `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}
