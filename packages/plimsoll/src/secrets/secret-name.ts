const SECRET_PARTS = new Set([
  ..."auth authorization bearer cookie credential credentials key keys pass passphrase passwd password pat".split(
    " ",
  ),
  ..."private pw pwd secret secrets session sig signature token tokens apikey accesskey dsn".split(" "),
]);

/** Whether the name of a variable, header, flag or parameter says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((part) => SECRET_PARTS.has(part) || /(?:key|token|secret|password)$/.test(part));
}

/**
 * Whether a text looks made by chance rather than written to be read. Regions, locales, versions and words do not;
 * a key that has none of its kind's marks may not either, so that a name that tells comes first.
 */
export function looksRandom(text: string): boolean {
  return text.length >= 16 && /^[\w.~+=-]+$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}
