import { estimateTokens, PlimsollError, type SourceFailure, toSourceId } from "@plimsoll/core";
import type { SetAsideServer } from "../config/config.ts";
import type {} from "../errors.ts";
import type { Gateway } from "../gateway.ts";
import { offeredTools } from "../server/listed-tools.ts";

/** What is served, as data: the text of `plimsoll serve` and its `--json` are made from it. */
export interface ServingReport {
  readonly transport: "http" | "stdio";
  /** Only over HTTP. */
  readonly url?: string;
  readonly config: string;
  readonly servers: readonly ServerReport[];
  readonly setAside: readonly SetAsideServer[];
  readonly tools: { readonly listed: number; readonly behind: number };
  /** Of tool definitions, by the estimate. */
  readonly estimatedTokens: { readonly listed: number; readonly behind: number };
}

/** One server: what it offers, or why it offers nothing. */
export type ServerReport =
  | {
      readonly name: string;
      readonly tools: number;
      /** Tools it lists that are not usable, with the reason. */
      readonly setAside: readonly { readonly tool: string; readonly reason: string }[];
    }
  | { readonly name: string; readonly failure: string };

/** Takes stock of a gateway whose servers have been listed. */
export function toServingReport(
  { config, runtime }: Gateway,
  failures: readonly SourceFailure[],
  url: string | undefined,
): ServingReport {
  const snapshot = runtime.catalog.snapshot();
  const listed = offeredTools(runtime.dialect).map(({ definition }) => definition);
  const behind = snapshot.entries().map(({ definition }) => definition);
  const toServerReport = (name: string): ServerReport => {
    const id = toSourceId(name);
    const failure = failures.find(({ source }) => source === id);
    if (failure !== undefined) return { name, failure: toReason(failure.error) };
    return {
      name,
      tools: snapshot.sources.find((source) => source.id === id)?.tools ?? 0,
      setAside: snapshot.setAside
        .filter(({ source }) => source === id)
        .map(({ tool, reason }) => ({ tool, reason })),
    };
  };
  return {
    transport: url === undefined ? "stdio" : "http",
    ...(url === undefined ? {} : { url }),
    config: config.file,
    servers: config.servers.map(({ name }) => toServerReport(name)),
    setAside: config.setAside,
    tools: { listed: listed.length, behind: behind.length },
    estimatedTokens: { listed: sumTokens(listed), behind: sumTokens(behind) },
  };
}

function sumTokens(definitions: readonly unknown[]): number {
  return definitions.reduce<number>((sum, definition) => sum + estimateTokens(JSON.stringify(definition)), 0);
}

function toReason(error: unknown): string {
  if (PlimsollError.is(error, "UPSTREAM_FAILED")) return error.data.reason;
  return error instanceof Error ? error.message : String(error);
}
