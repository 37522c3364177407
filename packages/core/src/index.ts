export type { Activation, CompactionPolicy, LoadedTool, RevealedTool } from "./activation/activation.ts";
export { type DeriveOptions, derive } from "./activation/derive.ts";
export { carriesRecord, toSummary } from "./activation/kept-records.ts";
export type {
  AssistantMessage,
  HandoverMessage,
  Message,
  OutcomeType,
  PendingHost,
  PendingInput,
  PendingMessage,
  Reply,
  ResultMessage,
  ResultMeta,
  SentMessage,
  SentResult,
  SummaryMessage,
  ToolCall,
  ToolChangeMessage,
  UserMessage,
} from "./activation/message.ts";
export type {
  CardMark,
  ConversationRecord,
  DeferredDefinition,
  Gate,
  KeptRecords,
  LoadedDefinition,
  LoadRecord,
  OpeningRecord,
  SearchRecord,
  SourceMark,
  StrategyName,
  UnloadRecord,
} from "./activation/record.ts";
export { fromSessionState, type SessionState, toSessionState } from "./activation/session-state.ts";
export type { Adapter, ReadContext, ReadEntry } from "./adapters/adapter.ts";
export type {
  AdapterRecords,
  KeptNote,
  KeptOpening,
  ResultNote,
  SummaryNote,
} from "./adapters/adapter-records.ts";
export {
  createProviderSurface,
  type ProviderSurface,
  type ProviderSurfaceOptions,
} from "./adapters/provider-surface.ts";
export { readTranscript } from "./adapters/read-transcript.ts";
export type { ReadMessages, Transcript, TranscriptShape } from "./adapters/transcript.ts";
export type { AbsentSources } from "./call/absent-sources.ts";
export type { StoredResult } from "./call/call-context.ts";
export type { Concurrency } from "./call/limiter.ts";
export type { NextCalls } from "./call/next-calls.ts";
export type {
  CancelledOutcome,
  FailedOutcome,
  HostExecutesOutcome,
  InputRequiredOutcome,
  OkOutcome,
  Outcome,
  RejectedOutcome,
  Rejection,
  TimedOutOutcome,
} from "./call/outcome.ts";
export type {
  CallEndEvent,
  CallStartEvent,
  CatalogChangedEvent,
  SearchEndEvent,
  StepStartEvent,
  TelemetryEvent,
  TelemetrySink,
  ToolLoadedEvent,
  ToolUnloadedEvent,
} from "./call/telemetry.ts";
export { Catalog, type CatalogChange, type CatalogOptions } from "./catalog/catalog.ts";
export type { CatalogEntry, RiskClass } from "./catalog/catalog-entry.ts";
export type {
  CatalogSnapshot,
  NameResolution,
  Permits,
  SetAside,
  SourceSummary,
} from "./catalog/catalog-snapshot.ts";
export {
  isRemovalReached,
  isRetired,
  type LifecycleRow,
  type LifecycleState,
  stateAt,
  type ToolState,
} from "./catalog/lifecycle.ts";
export type { LifecycleTable } from "./catalog/lifecycle-table.ts";
export { type Manifest, type ManifestRow, type ManifestTool, toLifecycleRow } from "./catalog/manifest.ts";
export { formatManifest, parseManifest, validateManifest } from "./catalog/parse-manifest.ts";
export { followReplacements, type ReplacementTrail } from "./catalog/replacement.ts";
export type { Source, SourceIdentity, SourceKind, SourceListing } from "./catalog/source.ts";
export type {
  Store,
  StoreKey,
  StoreSpace,
  StoreValue,
  StoreWrite,
  StoreWriteOptions,
} from "./catalog/store.ts";
export type { Dialect, DialectIssue, DialectTool, Offer, Renderers } from "./dialects/dialect.ts";
export { DIALECT_NAMES, type DialectName, protectedToolNames } from "./dialects/dialect-named.ts";
export type { PerformRequest } from "./dialects/perform.ts";
export type {
  DispatchVerdict,
  ReplayedCall,
  ReplayLevel,
  ReplayReport,
  ReplayVerdict,
} from "./dialects/replay-report.ts";
export { type ReplayOptions, replayTranscript } from "./dialects/replay-transcript.ts";
export { PlimsollError, type PlimsollErrorCode, type PlimsollErrorData } from "./errors.ts";
export type {
  ActiveAnswer,
  DescribeAnswer,
  Exposure,
  FindAnswer,
  FoundGroup,
  FoundTool,
  LoadAnswer,
  MetaAnswer,
  NearestDomain,
  Refusal,
  UnloadAnswer,
} from "./meta/meta-answer.ts";
export type { MetaContext } from "./meta/meta-context.ts";
export type {
  ActiveRequest,
  CallThroughRequest,
  DescribeRequest,
  FindRequest,
  LoadRequest,
  MetaRequest,
  UnloadRequest,
} from "./meta/meta-request.ts";
export { createRuntime } from "./runtime/create-runtime.ts";
export { toEntryDocument } from "./runtime/entry-document.ts";
export type {
  AcceptOptions,
  AnswerOptions,
  Batch,
  CallAnswer,
  CallOptions,
  FindOptions,
  LookedAt,
  PendingAnswer,
  RepinReason,
  ResultKeeper,
  ResumeInput,
  Runtime,
  RuntimeOptions,
  SourceFailure,
  Step,
  StepInput,
  Subagent,
  SubagentOptions,
} from "./runtime/runtime.ts";
export type { Budget } from "./surface/budget.ts";
export type { CardNews } from "./surface/card-news.ts";
export type { DefinitionTransform } from "./surface/definition-transform.ts";
export { estimateTokens } from "./surface/estimate-tokens.ts";
export type { ModelCapabilities, ModelRow, ToolNameRule } from "./surface/model-capabilities.ts";
export { capabilitiesOf } from "./surface/models.ts";
export type { WireNaming } from "./surface/named-snapshot.ts";
export type { SourceNews } from "./surface/news.ts";
export { loadO200kCounter } from "./surface/o200k.ts";
export type { PermittedView } from "./surface/permitted-view.ts";
export {
  askPolicy,
  type Circumstances,
  type HeadRule,
  type Policy,
  type PolicyAnswer,
  type PolicyReason,
  type PolicySubject,
  type VisibilityGate,
} from "./surface/policy.ts";
export type { Preview, PreviewGroup } from "./surface/preview.ts";
export type { Profile, Trust } from "./surface/profile.ts";
export type { Declaration, Provider } from "./surface/provider.ts";
export { accountFor, type ProviderAccount } from "./surface/provider-account.ts";
export type { SchemaRejection } from "./surface/schema-dialects/find-rejected.ts";
export type { SchemaDialectName } from "./surface/schema-dialects/schema-dialect.ts";
export { rejectedBy } from "./surface/schema-dialects/schema-dialects.ts";
export { toSignature } from "./surface/signature.ts";
export type { OpenInput, OpenPlan, Strategy } from "./surface/strategy.ts";
export { type Surface, type SurfaceBytes, toSurfaceBytes } from "./surface/surface.ts";
export type { CountTokens, TokenAccount } from "./surface/tokens.ts";
export { findUncheckable, type UncheckablePattern } from "./tool/checking/uncheckable.ts";
export type {
  ContentBlock,
  MediaContent,
  ResourceContent,
  ResourceLinkContent,
  TextContent,
} from "./tool/content.ts";
export { defineTool, type ToolOptions } from "./tool/define-tool.ts";
export type {
  Handler,
  HandlerContext,
  HandlerModule,
  InputAnswers,
  InputRequired,
  Progress,
} from "./tool/handler.ts";
export { findHiddenCharacter } from "./tool/hidden-characters.ts";
export type { JsonSchema } from "./tool/json-schema.ts";
export type { Principal } from "./tool/principal.ts";
export { toSourceId } from "./tool/source-id.ts";
export type { StandardSchema } from "./tool/standard-schema.ts";
export type {
  Execution,
  InputIssue,
  InputParser,
  ParsedInput,
  Risk,
  Tool,
  ToolAnnotations,
  ToolExample,
} from "./tool/tool.ts";
export type { ToolDefinition } from "./tool/tool-definition.ts";
export { type ToolName, toToolName } from "./tool/tool-name.ts";
export type { ToolResult } from "./tool/tool-result.ts";
export { toWireName } from "./tool/wire-name.ts";
