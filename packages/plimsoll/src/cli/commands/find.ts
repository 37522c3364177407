import { type CatalogSnapshot, createRuntime, type Runtime, toSignature } from "@plimsoll/core";
import {
  createSearchIndex,
  type SearchEvidence,
  type SearchIndex,
  type SearchMatch,
} from "@plimsoll/core/search";
import { loadConfig } from "../../config/load-config.ts";
import type { EmbedderName } from "../../embedder/embedder-name.ts";
import { embedderNamed } from "../../embedder/embedder-named.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { toSetAsideNotes } from "../load-notes.ts";
import { errorOutput, type Output, standardOutput, toCountOf } from "../output.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll find`. */
export interface FindCommandOptions {
  readonly config?: string;
  /** Files of tools to search instead of configured servers. */
  readonly catalog?: readonly string[];
  readonly limit: number;
  readonly domain?: string;
  readonly embedder: EmbedderName;
  readonly explain?: boolean;
  readonly json?: boolean;
}

/** One match of `plimsoll find --json`. */
export interface FoundReport {
  readonly name: string;
  /** The tool's own id in its catalog file. */
  readonly id?: string;
  readonly wireName: string;
  readonly source: string;
  readonly score: number;
  readonly summary: string;
  readonly signature: string;
  readonly risk: string;
  readonly domain: string;
  readonly explanation?: readonly SearchEvidence[];
}

/** `plimsoll find`: what a model that searches for this would be offered. */
export async function find(query: string, options: FindCommandOptions): Promise<ExitCode> {
  if (query.trim() === "") {
    errorOutput.note('plimsoll: The query is empty. Say what to search for: plimsoll find "open an issue".');
    return EXIT.input;
  }
  // What can be wrong with the command line is found out before a server is started.
  const index = createSearchIndex({ embedder: await embedderNamed(options.embedder) });
  const code = await findIn(index, query, options);
  if (index.pending > 0) errorOutput.note(renderMissing(index.pending));
  return code;
}

async function findIn(index: SearchIndex, query: string, options: FindCommandOptions): Promise<ExitCode> {
  if (options.catalog === undefined) {
    const config = await loadConfig({ file: options.config });
    return withGateway(config, errorOutput, ({ runtime }) => search(runtime, query, options), { index });
  }
  const runtime = createRuntime({ index });
  const { catalog } = runtime;
  const { ids } = await readCatalogFiles(options.catalog, { catalog, json: options.json });
  for (const note of toSetAsideNotes(catalog.snapshot().setAside)) errorOutput.note(note);
  return search(runtime, query, options, ids);
}

function renderMissing(missing: number): string {
  const [of, is] = missing === 1 ? ["it", "is"] : ["them", "are"];
  return `The vectors of ${toCountOf(missing, "tool")} ${is} still missing: of ${of}, only words were compared.`;
}

async function search(
  runtime: Runtime,
  query: string,
  { limit, domain, explain, json }: FindCommandOptions,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<ExitCode> {
  const answer = await runtime.find(query, {
    limit,
    ...(domain === undefined ? {} : { domain }),
    ...(explain === undefined ? {} : { explain }),
  });
  const snapshot = runtime.catalog.snapshot();
  const matches = answer.matches.flatMap((match) => toFoundReport(match, snapshot, ids.get(match.name)));
  const { nearestDomains, suggestions } = answer;
  if (json === true) standardOutput.json({ query, matches, suggestions, nearestDomains });
  else if (matches.length > 0) printMatches(matches, standardOutput);
  else standardOutput.line(renderNoMatch(query, domain, nearestDomains));
  if (json !== true && suggestions.length > 0) standardOutput.line(`Did you mean ${suggestions.join(", ")}?`);
  return matches.length > 0 ? EXIT.fine : EXIT.findings;
}

function toFoundReport(
  { name, score, explanation }: SearchMatch,
  snapshot: CatalogSnapshot,
  id: string | undefined,
): FoundReport[] {
  const entry = snapshot.get(name);
  if (entry === undefined) return [];
  return [
    {
      name,
      ...(id === undefined ? {} : { id }),
      wireName: entry.wireName,
      source: entry.source.id,
      score: Math.round(score * 1000) / 1000,
      summary: entry.summary,
      signature: toSignature(entry.wireName, entry.tool.inputSchema),
      risk: entry.risk.level,
      domain: entry.domain,
      ...(explanation === undefined ? {} : { explanation }),
    },
  ];
}

function printMatches(matches: readonly FoundReport[], output: Output): void {
  for (const { signature, summary, risk, domain, score, explanation } of matches) {
    output.line(signature);
    output.line(`  ${summary} [${risk}, ${domain}]`);
    if (explanation !== undefined) output.line(`  ${score} = ${explanation.map(renderEvidence).join(" + ")}`);
  }
}

function renderEvidence({ lane, term, asked, score }: SearchEvidence): string {
  const word = term === undefined ? "" : ` "${term}"${asked === undefined ? "" : ` for "${asked}"`}`;
  return `${lane}${word} ${Math.round(score * 1000) / 1000}`;
}

function renderNoMatch(query: string, domain: string | undefined, nearestDomains: readonly string[]): string {
  const where = domain === undefined ? "" : ` in the domain ${JSON.stringify(domain)}`;
  const nearest = nearestDomains.length === 0 ? "" : ` Tools exist in: ${nearestDomains.join(", ")}.`;
  return `No tool matches ${JSON.stringify(query)}${where}.${nearest} Try other words.`;
}
