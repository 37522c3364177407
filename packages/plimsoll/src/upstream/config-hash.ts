import { createHash } from "node:crypto";
import type { ServerConfig } from "../config/config.ts";
import { compareText } from "../internal/compare.ts";

/** The hash of what decides which server answers: another command or address is another server, other limits are not. */
export function toConfigHash(server: ServerConfig): string {
  const identity =
    server.type === "stdio"
      ? [server.type, server.command, server.args, sorted(server.env), server.cwd]
      : [
          server.type,
          server.url,
          sorted(server.headers),
          ...(server.oauth === undefined ? [] : [sorted(server.oauth)]),
        ];
  return createHash("sha256").update(JSON.stringify(identity)).digest("base64url");
}

/** Whether two entries say the same, limits and all. */
export function isSameServer(a: ServerConfig, b: ServerConfig): boolean {
  return (
    a.name === b.name &&
    a.domain === b.domain &&
    toConfigHash(a) === toConfigHash(b) &&
    JSON.stringify(sorted(a.limits)) === JSON.stringify(sorted(b.limits))
  );
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => compareText(a, b));
}
