import { cut } from "../internal/cut.ts";

const MAX_CHARACTERS = 200;

/** The first sentence of a description, on one line, at most 200 characters. */
export function toSummary(description: string): string {
  const line = description.replace(/\s+/g, " ").trim();
  const sentence = /^.{10,}?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line;
  return cut(sentence, MAX_CHARACTERS);
}
