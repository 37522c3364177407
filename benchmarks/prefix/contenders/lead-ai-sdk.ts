import { createAnthropic } from "@ai-sdk/anthropic";
import { jsonSchema, type ModelMessage, type Tool, type ToolSet, tool } from "ai";
import { type Action, runScripted, type Script, type ScriptTool, schemaOf } from "../script.ts";
import { type ScriptedCall, type ScriptedReply, scriptedFetch } from "../scripted-fetch.ts";

type SdkModel = ReturnType<ReturnType<typeof createAnthropic>>;

/** How a contender that lives in the AI SDK leads one turn. */
export type LeadTurn = (given: {
  readonly model: SdkModel;
  readonly messages: ModelMessage[];
}) => Promise<readonly ModelMessage[]>;

/** Leads the script with version 7 of the AI SDK, over a scripted model of Anthropic; a turn's messages become JSON. */
export async function leadAiSdk(
  script: Script,
  toCall: (action: Action) => ScriptedCall,
  lead: LeadTurn,
): Promise<readonly string[]> {
  const { model, bodies } = scriptedAnthropic(script, toCall);
  let messages: ModelMessage[] = [];
  for (const { user } of script.turns) {
    messages.push({ role: "user", content: user });
    messages.push(...(await lead({ model, messages })));
    messages = JSON.parse(JSON.stringify(messages)) as ModelMessage[];
  }
  return bodies;
}

/** A model of Anthropic, behind the SDK's own provider, that replies as the script has it, and what it was sent. */
export function scriptedAnthropic(
  { turns }: Script,
  toCall: (action: Action) => ScriptedCall,
): { readonly model: SdkModel; readonly bodies: readonly string[] } {
  const replies: ScriptedReply[] = turns.flatMap(({ batches }, turn) => [
    ...batches.map((batch) => batch.map(toCall)),
    `Part ${turn + 1} is done.`,
  ]);
  const { fetch, bodies } = scriptedFetch(replies);
  return { model: createAnthropic({ apiKey: "none", fetch })("claude-opus-4-8"), bodies };
}

/** A tool of the script as one of the SDK's. */
export function toSdkTool(scripted: ScriptTool): Tool<Record<string, unknown>, string> {
  return tool({
    description: scripted.description,
    inputSchema: jsonSchema<Record<string, unknown>>(schemaOf(scripted)),
    execute: (input: Record<string, unknown>) => runScripted(scripted.name, input),
  });
}

/** All tools of the script, in the order of their names, as a host would register them. */
export function toToolSet({ pins, deferred }: Script): ToolSet {
  const all = [...pins, ...deferred].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(all.map((one) => [one.name, toSdkTool(one)]));
}
