// An identifier is in backticks, or has an inner underscore or an inner capital after a small letter. Words with a
// hyphen are ordinary English unless they are in backticks.
const IN_BACKTICKS = /`([A-Za-z][A-Za-z0-9_./-]{2,80})(?:\([^`]*\))?`/g;
const BARE =
  /(?<![\w./`@#$:-])([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[a-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![\w/`@-]|\.\w)/g;

/** The words of a text that can be names of tools, each once. */
export function citedNames(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(IN_BACKTICKS), ...text.matchAll(BARE)].map((match) => match[1] ?? "");
  // Constants (MAX_SIZE) are no names of tools.
  return new Set(found.filter((name) => /[a-z]/.test(name) && name.length >= 4));
}
