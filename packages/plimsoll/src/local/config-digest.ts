import { createHash } from "node:crypto";
import type { GatewayConfig } from "../config/config.ts";

/**
 * Equal for two readings of a config that come to the same servers, variables filled in: a client never attaches to a
 * gateway that serves it something else than its own reading would.
 */
export function toConfigDigest({ servers, profiles, settings }: GatewayConfig): string {
  return createHash("sha256")
    .update(JSON.stringify([servers, profiles, settings]))
    .digest("hex");
}
