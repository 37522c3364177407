import type { LateQuarantine } from "../trust/late-quarantine.ts";
import type { HeldDefinition, TrustNews } from "../trust/quarantine.ts";
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

/** What waits for an operator's word. */
export async function waitingOf(
  quarantine: Pick<LateQuarantine, "held">,
): Promise<readonly HeldDefinition[]> {
  return (await quarantine.held()).filter((one) => !isRejected(one));
}

/** How many definitions wait for an operator's word; nothing, where none does. */
export function renderHeldCount(waiting: number): string | undefined {
  if (waiting === 0) return undefined;
  const is = waiting === 1 ? "is" : "are";
  return `${toCountOf(waiting, "definition")} ${is} held back from models. To see why, and decide: plimsoll approve`;
}

/** Tells an operator of what is held or accepted while a gateway runs, until the answer is called. */
export function followQuarantine(quarantine: LateQuarantine, output: Output): () => void {
  return quarantine.subscribe(
    (news) => void waitingOf(quarantine).then((waiting) => output.note(renderNews(news, waiting.length))),
  );
}

function renderNews(news: TrustNews, waiting: number): string {
  if (news.type === "held") {
    const { held } = news;
    const count = renderHeldCount(waiting);
    return `${toVisibleName(held.label)} is held: ${renderReasons(held)}.${count === undefined ? "" : ` ${count}`}`;
  }
  const { label, fields } = news;
  const what = fields.length === 0 ? "is new" : `has changed (${fields.map(toVisibleText).join(", ")})`;
  return `${toVisibleName(label)} ${what}, and was accepted.`;
}
