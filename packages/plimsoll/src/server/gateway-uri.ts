const SCHEME = "plimsoll://";

/** A resource of a server, by the server's own address of it. */
export interface ServerUri {
  /** The id of the source. */
  readonly source: string;
  readonly uri: string;
}

/**
 * The address of a server's resource at the gateway. The server's own address stands in it as it is, so that templates
 * are filled in as the server would have them filled in, and two servers never share one.
 *
 *     demo://resource/1      of everything -> plimsoll://everything/demo://resource/1
 *     file:///{path}{?from}  of files      -> plimsoll://files/file:///{path}{?from}
 */
export function toGatewayUri({ source, uri }: ServerUri): string {
  return `${SCHEME}${source}/${uri}`;
}

/** Takes such an address apart; nothing, if it is none. */
export function fromGatewayUri(address: string): ServerUri | undefined {
  if (!address.startsWith(SCHEME)) return undefined;
  const end = address.indexOf("/", SCHEME.length);
  if (end <= SCHEME.length || end === address.length - 1) return undefined;
  return { source: address.slice(SCHEME.length, end), uri: address.slice(end + 1) };
}
