/** A server that wants a token which nobody has given the gateway, or no longer takes the one that was given. */
export class LoginRequired extends Error {
  override readonly name = "LoginRequired";

  constructor(server: string, why: string) {
    super(`${why} Run: ${loginCommand(server)}`);
  }
}

/** The same, where it is what another error was caused by. */
export function loginRequiredIn(error: unknown): LoginRequired | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof LoginRequired) return at;
  return undefined;
}

/** What an operator types to log in to a server. */
export function loginCommand(server: string): string {
  return `plimsoll login ${/^[\w.-]+$/.test(server) ? server : JSON.stringify(server)}`;
}
