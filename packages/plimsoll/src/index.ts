export type { GatewayConfig, SetAsideServer, StdioServer } from "./config/config.ts";
export { type LoadConfigOptions, loadConfig } from "./config/load-config.ts";
export type { GatewayErrorCode } from "./errors.ts";
export { createGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
