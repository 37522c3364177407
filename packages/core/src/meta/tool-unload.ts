import { RECORD_VERSION, type UnloadRecord } from "../activation/record.ts";
import type { UnloadAnswer } from "./meta-answer.ts";
import { exposureOf, type MetaContext } from "./meta-context.ts";
import type { UnloadRequest } from "./meta-request.ts";
import { resolveNames } from "./resolve-names.ts";

/** Gives loaded tools back. What is in the head cannot be: it is part of the conversation. */
export function unloadTools({ names }: UnloadRequest, context: MetaContext): UnloadAnswer {
  const { found, refused } = resolveNames(names, context);
  const isLoaded = (entry: (typeof found)[number]): boolean => exposureOf(entry, context) === "loaded";
  return {
    operation: "unload",
    unloaded: found.filter(isLoaded),
    notLoaded: [
      ...found.filter((entry) => !isLoaded(entry)).map(({ wireName }) => wireName),
      ...refused.map(({ name }) => name),
    ],
  };
}

/** What an unload leaves on record; nothing, where nothing was given back. */
export function toUnloadRecord(
  { unloaded }: UnloadAnswer,
  { activation }: MetaContext,
): UnloadRecord | undefined {
  if (unloaded.length === 0) return undefined;
  const names = unloaded.map(({ name }) => name);
  return { v: RECORD_VERSION, type: "unload", at: activation.turn, names };
}
