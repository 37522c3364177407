/** What a person who plays the model typed. */
export type ChatLine =
  | { readonly type: "nothing" }
  | { readonly type: "command"; readonly name: string; readonly rest: string }
  | { readonly type: "user"; readonly text: string } // what the user says
  | { readonly type: "call"; readonly call: TypedCall; readonly isMore: boolean } // more calls of the same reply follow
  | { readonly type: "words"; readonly text: string }; // what the model says

/** A call as it was typed. */
export interface TypedCall {
  readonly name: string;
  /** Parsed where it is JSON, else as it stands: what is wrong with it is for the engine to say. */
  readonly arguments: unknown;
}

// name(…), name {…} or a name alone, as tools and servers are named.
const CALL = /^([\w./-]+)\s*(?:\((.*)\)|(\{.*\}|\[.*\]|".*"))?$/su;

/**
 * Reads one line:
 *
 *     > text              the user says something
 *     /name rest          a command to the chat itself
 *     name(arguments)     a call; with & at the end, further calls of the same reply follow
 *     anything else       the model says something
 */
export function readLine(line: string, isName: (word: string) => boolean): ChatLine {
  const text = line.trim();
  if (text === "") return { type: "nothing" };
  if (text.startsWith("/")) {
    const [name = "", ...rest] = text.slice(1).split(/\s+/u);
    return { type: "command", name, rest: rest.join(" ") };
  }
  if (text.startsWith(">")) return { type: "user", text: text.slice(1).trim() };
  const isMore = text.endsWith("&");
  const [, name, inner, bare] = CALL.exec(isMore ? text.slice(0, -1).trim() : text) ?? [];
  const written = inner ?? bare;
  if (name === undefined || (written === undefined && !isName(name))) return { type: "words", text };
  return { type: "call", call: { name, arguments: toArguments(written) }, isMore };
}

function toArguments(written: string | undefined): unknown {
  if (written === undefined || written.trim() === "") return {};
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
