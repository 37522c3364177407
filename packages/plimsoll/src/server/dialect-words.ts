import type { Gateway } from "../gateway.ts";
import { toOffer } from "./listed-tools.ts";
import type { Profile } from "./profile.ts";

/** What a dialect says of the catalog: the prompt section, and descriptions that carry a preview. */
export interface DialectWords {
  readonly prompt: string;
  readonly descriptions: ReadonlyMap<string, string>;
}

/**
 * The dialect's words under a profile. Plimsoll's own do not depend on the catalog; the other designs advertise tools
 * by name, since they have no other way to be found, so theirs are those of a first step.
 */
export function toDialectWords({ config, runtime }: Gateway, { policy }: Profile): DialectWords {
  const { dialect } = runtime;
  const gate = config.settings.gate ?? dialect.gate;
  if (dialect.name === "plimsoll") {
    return { prompt: dialect.renderPrompt(toOffer(gate)), descriptions: new Map() };
  }
  const { prompt, tools } = runtime.step({ history: [], model: "", policy });
  return { prompt, descriptions: new Map(tools.map(({ name, description }) => [name, description])) };
}
