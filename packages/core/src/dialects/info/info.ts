import type { LoadRequest } from "../../meta/meta-request.ts";
import { callsThrough, callThrough } from "../call-through.ts";
import type { Dialect, DialectTool, Offer } from "../dialect.ts";
import { isDeferring, READ_ONLY } from "../meta-tool.ts";
import { renderReminder } from "../render-reminder.ts";
import { DEFINITION } from "./definition.ts";
import { renderCardNews } from "./render-card-news.ts";
import { renderInfo } from "./render-info.ts";
import { renderLivePreview, renderPreview } from "./render-preview.ts";

/** How `info` advertises what is deferred. */
export interface InfoOptions {
  /**
   * Renders the cards anew at each step, in the description of `tool_info`: a card vanishes when its tool is loaded or
   * denied. The bytes of that definition change then, and a provider's cache is lost from there on (`tokens.lost`). By
   * default cards are rendered once, and a message says what changed.
   */
  readonly liveCards?: boolean;
}

const toolInfo: DialectTool = {
  definition: DEFINITION,
  annotations: READ_ONLY,
  carriesPreview: true,
  reveals: true,
  isOffered: isDeferring,
  toRequest: ({ name }): LoadRequest => ({ operation: "load", names: [String(name)] }),
};

const COMMON: Omit<Dialect, "name" | "renderPreview"> = {
  strategies: ["append", "native", "transcript"],
  gate: "strict",
  alwaysDefers: true,
  tools: [toolInfo, callThrough],
  render: { load: renderInfo },
  protectedTools: ["tool_call", "tool_info"],
  renderPrompt: (offer) => (isDeferring(offer) ? promptFor(offer) : ""),
  // Never asked: of a server there is nothing to say beside the cards of its tools.
  renderNews: () => "",
  renderReminder,
  nextCalls: (offer, isInArray) => ({
    load: isDeferring(offer) ? (wireName) => `tool_info({"name":"${wireName}"})` : undefined,
    ...callsThrough(offer, isInArray),
  }),
};

const WITH_NEWS: Dialect = { ...COMMON, name: "info", renderPreview, renderCardNews };

// Another name, so that an opening record says which of the two a conversation began with.
const LIVE: Dialect = {
  ...COMMON,
  name: "info-live",
  hasLiveCards: true,
  renderPreview: renderLivePreview,
};

/** One tool, `tool_info`: it advertises deferred tools by a line each, and loads one when it is asked about it. */
export function info({ liveCards = false }: InfoOptions = {}): Dialect {
  return liveCards ? LIVE : WITH_NEWS;
}

function promptFor({ strategy }: Offer): string {
  return [
    "The tools that tool_info names are deferred. When one of them fits, do not work around it:",
    strategy === "bridge"
      ? "load it with tool_info, and from the next step on call it with tool_call."
      : "load it with tool_info, and from the next step on call it by its own name.",
  ].join("\n");
}
