import type { UserMessage } from "../activation/message.ts";
import { planCardNews } from "../surface/card-news.ts";
import { planNews, type SourceNews } from "../surface/news.ts";
import type { Conversation } from "./conversation.ts";
import { planCards } from "./render-cards.ts";

/**
 * Tells what changed since the conversation was last told, as a message to be kept: deferred tools that came or went,
 * in a dialect that has words for them; else servers. Cards that are rendered anew at each step tell it themselves.
 */
export function announce(conversation: Conversation): UserMessage[] {
  const { dialect } = conversation;
  if (dialect.hasLiveCards === true) return [];
  return dialect.renderCardNews === undefined ? announceSources(conversation) : announceCards(conversation);
}

function announceSources({ activation, dialect, offer, view }: Conversation): UserMessage[] {
  const planned = planNews(activation.told, view);
  const news = planned && offer.strategy === "all" ? onlyRemoved(planned) : planned;
  if (news === undefined) return [];
  return [{ role: "user", from: "news", text: dialect.renderNews(news, offer), sources: news.marks }];
}

function announceCards({ activation, dialect, offer, view, engine }: Conversation): UserMessage[] {
  const changes = planCardNews(activation, view);
  if (changes === undefined) return [];
  const { added, marks, ...news } = changes;
  const room = planCards(added, { ...engine, dialect });
  const text = dialect.renderCardNews?.({ ...news, added: room }, offer) ?? "";
  return text === "" ? [] : [{ role: "user", from: "news", text, cards: marks }];
}

/** Where everything is in the array and it cannot grow, what came since cannot be reached, and is not spoken of. */
function onlyRemoved({ removed, marks }: SourceNews): SourceNews | undefined {
  if (removed.length === 0) return undefined;
  return { added: [], changed: [], removed, marks: marks.filter(({ hash }) => hash === "") };
}
