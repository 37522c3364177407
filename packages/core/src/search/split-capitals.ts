/** Puts spaces where capitals begin a word: `getHTTPStatus` becomes `get HTTP Status`. */
export function splitCapitals(text: string): string {
  return text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
}
