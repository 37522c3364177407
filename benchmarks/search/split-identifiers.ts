const IDENTIFIER =
  /[\p{L}\p{N}]*(?:[_./:-][\p{L}\p{N}]+|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll})[\p{L}\p{N}_./:-]*/gu;

/** A text with every identifier followed by its words: `getUserById` becomes `getUserById get User By Id`. */
export function splitIdentifiers(text: string): string {
  return text.replace(IDENTIFIER, (identifier) => {
    const words = identifierWords(identifier).join(" ");
    return words === identifier ? identifier : `${identifier} ${words}`;
  });
}

/** The words of an identifier or a text, as they are written. */
export function identifierWords(text: string): readonly string[] {
  return (
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
