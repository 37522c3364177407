export {
  DEFAULT_LIMITS,
  DEFAULT_SETTINGS,
  type GatewayConfig,
  type GatewaySettings,
  type ProfileConfig,
  type RemoteServer,
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
