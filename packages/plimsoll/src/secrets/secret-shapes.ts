/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

// Every pattern starts at a fixed text and bounds or consumes what it repeats, so that none is slow on any input.
const SHAPES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // A word after "Bearer" is no token; a token has a digit.
  [/\b(Bearer|Basic|Token)(\s{1,8})(?=[A-Za-z._~+/-]{0,64}\d)[\w.~+/-]{8,}={0,2}/gi, `$1$2${REDACTED}`],
  [/\bsk-(?=[A-Za-z_-]{0,64}\d)[\w-]{16,}/g, REDACTED],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{36})/g, REDACTED],
  [/\b(?:xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|hf_[A-Za-z0-9]{30,})/g, REDACTED],
  [/\beyJ[\w-]{8,2048}\.[\w-]{8,8192}\.[\w-]{0,2048}/g, REDACTED],
  [/(?<=:\/\/)[^\s/@:?#]{0,256}:[^\s/@?#]{1,512}@/g, `${REDACTED}@`],
  [
    /([?&](?:access_token|refresh_token|id_token|api[_-]?key|apikey|client_secret|password|secret|token|signature|sig|key|code|auth)=)[^&\s"'<>#]{4,}/gi,
    `$1${REDACTED}`,
  ],
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:\s|\\[nr]|[A-Za-z0-9+/=]{16,})*(?:[A-Za-z0-9+/=]{1,15})?/g,
    REDACTED,
  ],
];

/** A text without what has the shape of a secret, whoever's it is: tokens of well-known services, passwords in URLs. */
export function redactShapes(text: string): string {
  return SHAPES.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
