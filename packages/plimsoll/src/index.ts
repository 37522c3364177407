export {
  type AuthConfig,
  DEFAULT_LIMITS,
  DEFAULT_REQUEST_LIMITS,
  DEFAULT_SETTINGS,
  type GatewayConfig,
  type GatewaySettings,
  type JwtConfig,
  type ProfileConfig,
  type RemoteServer,
  type RequestLimits,
  type ServerConfig,
  type ServerLimits,
  type ServerScope,
  type SetAsideServer,
  type StdioServer,
} from "./config/config.ts";
export type { ConfigDifference } from "./config/config-difference.ts";
export { type LoadConfigOptions, loadConfig } from "./config/load-config.ts";
export type { GatewayErrorCode } from "./errors.ts";
export { createGateway, type Gateway, type GatewayOptions, type UnlistedServer } from "./gateway.ts";
export type { Meter, MeterLabels } from "./server/meter.ts";
