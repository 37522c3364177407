import type { HandoverMessage } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import type { Dialect, DialectTool } from "../dialects/dialect.ts";
import { PlimsollError } from "../errors.ts";
import { deferredIn, loadedNames } from "../surface/card-news.ts";
import type { ModelCapabilities } from "../surface/model-capabilities.ts";
import type { Conversation } from "./conversation.ts";
import { renderCards, withCards } from "./render-cards.ts";

/**
 * The opening record with the cards of this very step, for a dialect that renders them anew each time: what is
 * deferred, may be seen and is not loaded. One definition changes by it, and nothing else does.
 */
export function withLiveCards(
  opening: OpeningRecord,
  { activation, view, dialect, engine }: Conversation,
): OpeningRecord {
  const carrier = carrierOf(dialect, opening);
  if (carrier === undefined) return opening;
  const { model } = view.circumstances;
  checkCapabilities(opening, engine.capabilitiesOf(model), model);
  const loaded = loadedNames(activation);
  const deferred = deferredIn(view, opening).filter(({ name }) => !loaded.has(name));
  const preview = renderCards(deferred, { ...engine, dialect });
  const { name } = carrier.definition;
  const tools = opening.tools.map((tool) => (tool.name === name ? withCards(carrier, preview) : tool));
  return { ...opening, tools, preview };
}

/** Where in the array the first definition stands that the last step sent otherwise; its end, where none does. */
export function firstChanged(shown: OpeningRecord, { activation, dialect }: Conversation): number {
  const carrier = carrierOf(dialect, shown);
  const hasChanged = carrier !== undefined && (shown.preview ?? "") !== activation.preview;
  return hasChanged ? shown.tools.findIndex(({ name }) => name === carrier.definition.name) : Infinity;
}

/** What the history keeps of cards that were sent, so that the next step knows; nothing where they are as before. */
export function keepCards(shown: OpeningRecord, { activation }: Conversation): HandoverMessage[] {
  const { preview = "" } = shown;
  return preview === activation.preview ? [] : [{ role: "handover", preview }];
}

/** The tool whose description ends with the cards, where they are live and it is in the array. */
function carrierOf({ hasLiveCards, tools }: Dialect, opening: OpeningRecord): DialectTool | undefined {
  if (hasLiveCards !== true) return undefined;
  const isSent = ({ definition }: DialectTool): boolean =>
    opening.tools.some(({ name }) => name === definition.name);
  return tools.find((tool) => tool.carriesPreview === true && isSent(tool));
}

function checkCapabilities(
  { dialect }: OpeningRecord,
  { bindsThinking, strategies }: ModelCapabilities,
  model: string,
): void {
  if (!bindsThinking) return;
  throw new PlimsollError(
    "STRATEGY_UNAVAILABLE",
    `The model "${model}" cannot follow the live cards of the dialect "${dialect}": it binds its thinking to the array, which must not change. Use the dialect without liveCards.`,
    { strategy: "liveCards", available: strategies },
  );
}
