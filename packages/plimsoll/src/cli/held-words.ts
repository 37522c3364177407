import type { HeldDefinition, Quarantine, TrustNews } from "../trust/quarantine.ts";
import { toVisibleName, toVisibleText } from "../trust/visible-text.ts";
import { type Output, toCountOf } from "./output.ts";

/** Why a definition is held, in words. */
export function renderReasons({ reasons }: HeldDefinition): string {
  return reasons.map(({ says }) => toVisibleText(says)).join("; ");
}

/** Whether an operator has said no to it already: then it waits for nobody. */
export function isRejected({ reasons }: HeldDefinition): boolean {
  return reasons.some(({ type }) => type === "rejected");
}

/** How many definitions wait for an operator's word; nothing, where none does. */
export function renderHeldCount(waiting: number): string | undefined {
  if (waiting === 0) return undefined;
  const is = waiting === 1 ? "is" : "are";
  return `${toCountOf(waiting, "definition")} ${is} held back from models. To see why, and decide: plimsoll approve`;
}

/** Tells an operator of what is held or accepted while a gateway runs, until the answer is called. */
export function followQuarantine(quarantine: Quarantine, output: Output): () => void {
  return quarantine.subscribe((news) => output.note(renderNews(news, quarantine)));
}

function renderNews(news: TrustNews, quarantine: Quarantine): string {
  if (news.type === "held") {
    const { held } = news;
    const count = renderHeldCount(quarantine.held().filter((one) => !isRejected(one)).length);
    return `${toVisibleName(held.label)} is held: ${renderReasons(held)}.${count === undefined ? "" : ` ${count}`}`;
  }
  const { label, fields } = news;
  const what = fields.length === 0 ? "is new" : `has changed (${fields.map(toVisibleText).join(", ")})`;
  return `${toVisibleName(label)} ${what}, and was accepted.`;
}
