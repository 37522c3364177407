export { adapterConformance, type ConformanceCase } from "./adapter-conformance.ts";
export type { AdapterDriver, DrivenConversation, ScriptedReply, WireRequest } from "./adapter-driver.ts";
export { createConformanceRuntime, type RunLog } from "./conformance-runtime.ts";
export { type ScriptedStep, scriptFor } from "./scripted-conversation.ts";
export { storeConformance } from "./store-conformance.ts";
export type { DrivenState, StoreDriver } from "./store-driver.ts";
export { type SurfaceDriverOptions, surfaceDriver } from "./surface-driver.ts";
