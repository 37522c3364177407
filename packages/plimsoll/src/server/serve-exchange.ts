import type { Exchange, InputRequiredAnswer } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { serveLegacyExchange } from "./legacy-exchange.ts";
import { serveModernExchange } from "./modern-exchange.ts";

/** Serves a request in its client's era: asks the client meanwhile in the older one, by its answer in the newer one. */
export function serveExchange<Result>(
  exchange: Exchange<Result>,
  parts: FrontParts,
): Promise<Result | InputRequiredAnswer> {
  return exchange.connection.era === "modern"
    ? serveModernExchange(exchange, parts)
    : serveLegacyExchange(exchange);
}
