import type { Gate, StrategyName } from "@plimsoll/core";
import type { AnthropicSurfaceOptions } from "@plimsoll/core/anthropic";
import { expect } from "vitest";
import type { WireRequest } from "./api-rules.ts";
import { type Block, found, use } from "./scripted.ts";

/** It follows every strategy. */
export const MODEL = "claude-opus-4-8";

/** One way to speak to Anthropic: a strategy, what the surface is made with, and how a model loads. */
export interface Way {
  readonly title: string;
  readonly strategy: StrategyName;
  readonly gate: Gate;
  readonly options: Pick<AnthropicSurfaceOptions, "search" | "additions" | "cache">;
  readonly beta: string;
  load(...wireNames: readonly string[]): Block[];
}

const loading = (...names: readonly string[]): Block[] => [use("tool_load", { names })];
const finding = (...names: readonly string[]): Block[] => [use("tool_find", { queries: names, limit: 1 })];

/** Every way there is. */
export const WAYS: readonly Way[] = [
  { title: "bridge", strategy: "bridge", gate: "strict", options: {}, beta: "", load: loading },
  {
    title: "append",
    strategy: "append",
    gate: "strict",
    options: { cache: { type: "ephemeral" } },
    beta: "",
    load: loading,
  },
  { title: "native", strategy: "native", gate: "strict", options: {}, beta: "", load: finding },
  {
    title: "native, searched by bm25",
    strategy: "native",
    gate: "strict",
    options: { search: "bm25" },
    beta: "",
    load: found,
  },
  {
    title: "native, searched by regex",
    strategy: "native",
    gate: "strict",
    options: { search: "regex", cache: { type: "ephemeral", ttl: "1h" } },
    beta: "",
    load: found,
  },
  {
    title: "transcript by value",
    strategy: "transcript",
    gate: "strict",
    options: {},
    beta: "inline-tools-2026-09-15",
    load: loading,
  },
  {
    title: "transcript by reference",
    strategy: "transcript",
    gate: "strict",
    options: { additions: "reference", cache: { type: "ephemeral" } },
    beta: "mid-conversation-tool-changes-2026-07-01",
    load: loading,
  },
];

/** Asserts that what was sent stays sent: array and system to the byte, messages as a prefix. */
export function expectExtended(earlier: WireRequest, later: WireRequest, { strategy }: Way): void {
  const [before, after] = [JSON.stringify(earlier.tools), JSON.stringify(later.tools)];
  if (strategy === "append") expect(after.startsWith(before.slice(0, -1))).toBe(true);
  else expect(after).toBe(before);
  expect(JSON.stringify(later.system)).toBe(JSON.stringify(earlier.system));
  const sent = earlier.messages.map((message) => JSON.stringify(message));
  const resent = later.messages.slice(0, sent.length).map((message) => JSON.stringify(message));
  expect(resent).toEqual(sent);
}
