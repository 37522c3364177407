import { DEFAULT_REQUEST_LIMITS, type GatewayConfig, type RequestLimits } from "../../config/config.ts";

/** The limits that a config sets, or those that hold without it. */
export function limitsOf({ limits = DEFAULT_REQUEST_LIMITS }: GatewayConfig): RequestLimits {
  return limits;
}
