import { type CatalogSnapshot, estimateTokens, PlimsollError, toSourceId } from "@plimsoll/core";
import type { SetAsideServer } from "../config/config.ts";
import type {} from "../errors.ts";
import type { Gateway } from "../gateway.ts";
import { offeredTools } from "../server/listed-tools.ts";
import type { HeldDefinition } from "../trust/quarantine.ts";
import type { Era } from "../upstream/upstream.ts";
import type { ListingState } from "./server-listings.ts";

/** What is served, as data: the text of `plimsoll serve` and its `--json` are made from it. */
export interface ServingReport {
  readonly transport: "http" | "stdio";
  /** Only over HTTP. */
  readonly url?: string;
  readonly config: string;
  readonly servers: readonly ServerReport[];
  readonly setAside: readonly SetAsideServer[];
  /** How many definitions wait for an operator's word. */
  readonly held: number;
  readonly tools: ToolCounts;
  /** Of tool definitions, by the estimate. */
  readonly estimatedTokens: ToolCounts;
}

/** What clients of either era are sent, and what they are not. */
export interface ToolCounts {
  readonly listed: number;
  /** To a client of the older era, which is offered the load tools too. */
  readonly listedLegacy: number;
  readonly behind: number;
}

/** One server: what it offers, why it offers nothing, or that this is not known yet. */
export type ServerReport =
  | {
      readonly name: string;
      readonly tools: number;
      /** Tools it lists that are not usable, with the reason. */
      readonly setAside: readonly { readonly tool: string; readonly reason: string }[];
      /** How many of its definitions are held back from models, tools and others. */
      readonly held: number;
    }
  | { readonly name: string; readonly failure: string }
  | { readonly name: string; readonly awaited: true };

/** Takes stock of a gateway, as far as its servers have been listed. */
export function toServingReport(
  { config, runtime }: Gateway,
  states: ReadonlyMap<string, ListingState>,
  { url, held }: { readonly url: string | undefined; readonly held: readonly HeldDefinition[] },
): ServingReport {
  const snapshot = runtime.catalog.snapshot();
  const { gate } = config.settings;
  const listedIn = (era: Era) =>
    offeredTools(runtime.dialect, { gate, era }).map(({ definition }) => definition);
  const [listed, listedLegacy] = [listedIn("modern"), listedIn("legacy")];
  const behind = snapshot.entries().map(({ definition }) => definition);
  return {
    transport: url === undefined ? "stdio" : "http",
    ...(url === undefined ? {} : { url }),
    config: config.file,
    servers: config.servers.map(({ name }) => toServerReport(name, states.get(name), snapshot, held)),
    setAside: config.setAside,
    held: held.length,
    tools: { listed: listed.length, listedLegacy: listedLegacy.length, behind: behind.length },
    estimatedTokens: {
      listed: sumTokens(listed),
      listedLegacy: sumTokens(listedLegacy),
      behind: sumTokens(behind),
    },
  };
}

function toServerReport(
  name: string,
  state: ListingState | undefined,
  { sources, setAside }: CatalogSnapshot,
  held: readonly HeldDefinition[],
): ServerReport {
  if (state?.type === "failed") return { name, failure: toFailure(state.error) };
  const id = toSourceId(name);
  const source = sources.find((one) => one.id === id);
  if (source === undefined) return { name, awaited: true };
  const own = setAside.filter((one) => one.source === id);
  return {
    name,
    tools: source.tools,
    setAside: own.map(({ tool, reason }) => ({ tool, reason })),
    held: held.filter(({ server }) => server === name).length,
  };
}

/** Why a server offers nothing, without saying its name again. */
export function toFailure(error: unknown): string {
  if (PlimsollError.is(error, "UPSTREAM_FAILED")) return error.data.reason;
  return error instanceof Error ? error.message : String(error);
}

function sumTokens(definitions: readonly unknown[]): number {
  return definitions.reduce<number>((sum, definition) => sum + estimateTokens(JSON.stringify(definition)), 0);
}
