/**
 * The words of a text or an identifier, in lower case: `createIssue`, `create_issue` and "Create issue" all
 * give `create`, `issue`; `sha256Sum` gives `sha256`, `sum`.
 */
export function tokenize(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
