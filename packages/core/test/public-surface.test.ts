import * as core from "@plimsoll/core";
import * as aiSdk from "@plimsoll/core/ai-sdk";
import * as anthropic from "@plimsoll/core/anthropic";
import * as dialects from "@plimsoll/core/dialects";
import * as mcp from "@plimsoll/core/mcp";
import * as openai from "@plimsoll/core/openai";
import * as search from "@plimsoll/core/search";
import * as testing from "@plimsoll/core/testing";
import { expect, expectTypeOf, test } from "vitest";

test("every value that the package exports is listed here, on purpose", () => {
  expect(Object.keys(core).sort()).toEqual([
    "Catalog",
    "DIALECT_NAMES",
    "PlimsollError",
    "accountFor",
    "askPolicy",
    "capabilitiesOf",
    "carriesRecord",
    "createProviderSurface",
    "createRuntime",
    "defineTool",
    "derive",
    "estimateTokens",
    "findHiddenCharacter",
    "findUncheckable",
    "followReplacements",
    "formatManifest",
    "fromSessionState",
    "isRemovalReached",
    "isRetired",
    "loadO200kCounter",
    "parseManifest",
    "protectedToolNames",
    "readTranscript",
    "rejectedBy",
    "replayTranscript",
    "stateAt",
    "toEntryDocument",
    "toLifecycleRow",
    "toSessionState",
    "toSignature",
    "toSourceId",
    "toSummary",
    "toSurfaceBytes",
    "toToolName",
    "toWireName",
    "validateManifest",
  ]);
  expect(Object.keys(search).sort()).toEqual(["createSearchIndex", "loadSearchIndex", "toSearchDocument"]);
  expect(Object.keys(dialects).sort()).toEqual(["info", "plimsoll", "quartet", "search", "sf"]);
  expect(Object.keys(testing).sort()).toEqual([
    "adapterConformance",
    "createConformanceRuntime",
    "scriptFor",
    "storeConformance",
    "surfaceDriver",
  ]);
  expect(Object.keys(anthropic).sort()).toEqual(["anthropicSurface"]);
  expect(Object.keys(openai).sort()).toEqual(["openaiChatSurface", "openaiSurface"]);
  expect(Object.keys(mcp).sort()).toEqual(["deferTools", "fromMcpTool", "mcpSource"]);
  expect(Object.keys(aiSdk).sort()).toEqual(["withPlimsoll"]);
});

test("error codes, outcomes, strategies and events are literals that others match on", () => {
  expectTypeOf<
    | "TOOL_INVALID"
    | "TOOL_DUPLICATE"
    | "SOURCE_CONFLICT"
    | "LISTING_ENDLESS"
    | "LIFECYCLE_INVALID"
    | "MANIFEST_INVALID"
    | "HEAD_OVER_BUDGET"
    | "STRATEGY_UNAVAILABLE"
    | "DIALECT_UNKNOWN"
    | "TOKENIZER_MISSING"
    | "HISTORY_INVALID"
    | "REPLY_INVALID"
    | "REQUEST_INVALID"
    | "REQUEST_TOO_LARGE"
    | "RECORD_UNREADABLE"
  >().toExtend<core.PlimsollErrorCode>();
  expectTypeOf<core.Outcome["type"]>().toEqualTypeOf<core.OutcomeType>();
  expectTypeOf<core.OutcomeType>().toEqualTypeOf<
    "ok" | "rejected" | "failed" | "timed-out" | "cancelled" | "input-required" | "host-executes"
  >();
  expectTypeOf<core.Rejection["reason"]>().toEqualTypeOf<
    "unknown" | "denied" | "removed" | "not-loaded" | "invalid"
  >();
  expectTypeOf<core.StrategyName>().toEqualTypeOf<"all" | "append" | "bridge" | "native" | "transcript">();
  expectTypeOf<core.LifecycleState>().toEqualTypeOf<
    "active" | "deferred" | "hidden" | "deprecated" | "removed"
  >();
  expectTypeOf<core.ToolState["state"]>().toEqualTypeOf<core.LifecycleState>();
  expectTypeOf<core.TelemetryEvent["type"]>().toEqualTypeOf<
    | "step-start"
    | "call-start"
    | "call-end"
    | "tool-loaded"
    | "tool-unloaded"
    | "search-end"
    | "catalog-changed"
  >();
});
