import type { GatewayConfig } from "../../config/config.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Gateway } from "../../gateway.ts";
import { openQuarantine } from "../../trust/open-quarantine.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { isRejected, renderHeldCount } from "../held-words.ts";
import { compareListings, type ListingChanges } from "../listing-changes.ts";
import { errorOutput, standardOutput, toCountOf } from "../output.ts";
import { toFailure } from "../serving-report.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll refresh`. */
export interface RefreshCommandOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** One server of `plimsoll refresh --json`. */
export type RefreshReport =
  | {
      readonly server: string;
      readonly tools: number;
      /** Against what was known; absent where nothing was. */
      readonly changes?: ListingChanges;
    }
  | { readonly server: string; readonly failure: string };

/** `plimsoll refresh`: asks servers again what they offer, and says what is another than before. */
export async function refresh(names: readonly string[], options: RefreshCommandOptions): Promise<ExitCode> {
  const config = await loadConfig({ file: options.config });
  const known = config.servers.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    errorOutput.note(
      `plimsoll: There is no server ${JSON.stringify(unknown)} in ${config.file}. There are: ${known.join(", ")}.`,
    );
    return EXIT.input;
  }
  const asked = names.length === 0 ? known : names;
  return withGateway(
    { ...config, servers: config.servers.filter(({ name }) => asked.includes(name)) },
    errorOutput,
    async (gateway) => {
      const reports = await Promise.all(asked.map((name) => ask(gateway, name)));
      if (options.json === true) standardOutput.json(reports);
      else for (const report of reports) standardOutput.line(renderReport(report));
      const held = renderHeldCount(await countHeld(config, gateway));
      if (held !== undefined) errorOutput.note(held);
      return reports.some((report) => "failure" in report) ? EXIT.findings : EXIT.fine;
    },
    { waitsItself: true, showsHeld: true },
  );
}

async function ask({ upstreams }: Gateway, server: string): Promise<RefreshReport> {
  const begun = Date.now();
  try {
    const before = await upstreams.listing(server);
    // Where nothing was kept, it has just been asked.
    if (before.listedAt >= begun) return { server, tools: toCount(before) };
    const after = await upstreams.refresh(server);
    return { server, tools: toCount(after), changes: compareListings(before, after) };
  } catch (error) {
    return { server, failure: toFailure(error) };
  }
}

/** What is held of all servers of the config, by what is kept of them now. */
async function countHeld(config: GatewayConfig, { store }: Gateway): Promise<number> {
  const { quarantine } = await openQuarantine(config, store);
  const held = quarantine.held().filter((one) => !isRejected(one)).length;
  await quarantine.close();
  return held;
}

function toCount({ schemaHashes }: { readonly schemaHashes: Readonly<Record<string, string>> }): number {
  return Object.keys(schemaHashes).length;
}

function renderReport(report: RefreshReport): string {
  const { server } = report;
  if ("failure" in report) return `${server}: failed: ${report.failure}`;
  const tools = toCountOf(report.tools, "tool");
  if (report.changes === undefined) return `${server}: ${tools}, listed for the first time`;
  const { added, removed, changed, reworded } = report.changes;
  const parts = [
    renderPart("added", added),
    renderPart("removed", removed),
    renderPart("with another schema", changed),
    renderPart("reworded", reworded),
  ].filter((part) => part !== "");
  return `${server}: ${tools}, ${parts.length === 0 ? "as before" : parts.join("; ")}`;
}

function renderPart(what: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${names.length} ${what} (${names.join(", ")})`;
}
