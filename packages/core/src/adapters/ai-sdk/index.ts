export type { RepairToolCall, StepOptions, SurfaceParams, SurfaceSettings } from "./open-call.ts";
export type { BrokenCall, RepairOptions } from "./repair-call.ts";
export type { ResponseMessages } from "./response-messages.ts";
export type {
  JsonObject,
  JsonValue,
  OutputOptions,
  SdkCallOptions,
  SdkContent,
  SdkMessage,
  SdkOutput,
  SdkPart,
  SdkTool,
  SdkTools,
} from "./sdk-types.ts";
export type { SurfaceAsker } from "./surface-parts.ts";
export type { SurfaceTool } from "./surface-tool.ts";
export type { SurfaceOutput } from "./tool-output.ts";
export {
  type PlimsollOptions,
  type PlimsollSurface,
  type SummaryModelMessage,
  withPlimsoll,
} from "./with-plimsoll.ts";
