export {
  type AuditConfig,
  type AuthConfig,
  DEFAULT_LIMITS,
  DEFAULT_REQUEST_LIMITS,
  DEFAULT_SETTINGS,
  type GatewayConfig,
  type GatewaySettings,
  type JwtConfig,
  type LogConfig,
  type LogLevel,
  type MetricsConfig,
  type OAuthConfig,
  type OAuthGrant,
  type ProfileConfig,
  type RemoteServer,
  type RequestLimits,
  type ServerConfig,
  type ServerLimits,
  type ServerScope,
  type SetAsideServer,
  type StdioServer,
  type TelemetryConfig,
} from "./config/config.ts";
export type { ConfigDifference } from "./config/config-difference.ts";
export { type LoadConfigOptions, loadConfig } from "./config/load-config.ts";
export type { GatewayErrorCode } from "./errors.ts";
export { createGateway, type Gateway, type GatewayOptions, type UnlistedServer } from "./gateway.ts";
export type {
  CallEndedEvent,
  CallNote,
  CallOutcome,
  CallSubject,
  Decision,
  GatewayEvent,
} from "./observe/gateway-event.ts";
export type { Observer } from "./observe/observer.ts";
export { Observers } from "./observe/observers.ts";
export type { Meter, MeterLabels } from "./server/meter.ts";
