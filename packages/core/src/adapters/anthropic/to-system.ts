import type { AnthropicText } from "./messages.ts";
import type { AnthropicParams } from "./request.ts";
import type { AnthropicSettings } from "./settings.ts";

type System = AnthropicParams["system"];

/** The host's system prompt with the prompt section behind it, in the form that the host chose. */
export function toSystem(system: System, prompt: string, { cache }: AnthropicSettings): System {
  if (typeof system !== "string" && system !== undefined) {
    return prompt === "" ? system : [...system, toText(prompt, cache)];
  }
  const text = [system ?? "", prompt].filter((part) => part !== "").join("\n\n");
  if (text === "") return system;
  return cache === undefined ? text : [toText(text, cache)];
}

function toText(text: string, cache: AnthropicSettings["cache"]): AnthropicText {
  return { type: "text", text, ...(cache === undefined ? {} : { cache_control: cache }) };
}
