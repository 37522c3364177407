import { basename, dirname, resolve } from "node:path";
import { Catalog } from "@plimsoll/core";
import { catalogFileError, FORMS } from "../../catalog-file/catalog-file-error.ts";
import type { LoadedCatalog } from "../../catalog-file/load-catalog-files.ts";
import type { EmbedderName } from "../../embedder/embedder-name.ts";
import { embedderNamed } from "../../embedder/embedder-named.ts";
import { type EvalSet, toEvalSet } from "../../eval/eval-set.ts";
import { type QueryFile, readQueries } from "../../eval/read-queries.ts";
import { renderEval } from "../../eval/render-eval.ts";
import { type EvalInput, type EvalResult, takeEval } from "../../eval/take-eval.ts";
import { toEvalJson } from "../../eval/to-eval-json.ts";
import { findUnknownGold } from "../../eval/unknown-gold.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { toLoadNotes, toSetAsideNotes } from "../load-notes.ts";
import { errorOutput, standardOutput, toCount, toCountOf } from "../output.ts";
import { createProgressBar } from "../progress-bar.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";

/** The options of `plimsoll eval`. */
export interface EvalCommandOptions {
  /** Files of the tools that the queries are about. */
  readonly tools: readonly string[];
  readonly queries: string;
  /** Files of tools that only stand in the way. */
  readonly extra?: readonly string[];
  readonly embedder: EmbedderName;
  /** How many queries at most. */
  readonly limit?: number;
  readonly json?: boolean;
}

/** `plimsoll eval`: how good and how quick search is, over queries whose answers are known. */
export async function evaluate(options: EvalCommandOptions): Promise<ExitCode> {
  // What can be wrong with the command line is found out before large files are read.
  const embedder = await embedderNamed(options.embedder);
  const file = await readQueries(options.queries, options.limit);
  const tools = await readTools(options.tools, options);
  const extra = options.extra === undefined ? undefined : await readTools(options.extra, options);
  for (const note of toLoadNotes({ ...tools, ...file, manifests: [] })) errorOutput.note(note);
  const set = toEvalSet(tools, extra);
  if (set.extraSetAside > 0) errorOutput.note(renderExtraSetAside(set));
  const { queries, badRows } = file;
  refuseNothing(options, set, file);
  const result = await withBars(options, { set, queries, ...(embedder && { embedder }) });
  const report = {
    set: basename(dirname(resolve(options.queries))),
    embedder: options.embedder,
    tools: set.ids.size,
    extra: set.extra,
    queries: queries.length,
    unknownGold: findUnknownGold(queries, set.ids.values()),
    badRows: badRows.total,
    ...result,
  };
  if (options.json === true) standardOutput.json(toEvalJson(report));
  else for (const line of renderEval(report)) standardOutput.line(line);
  return EXIT.fine;
}

async function readTools(
  files: readonly string[],
  { json }: Pick<EvalCommandOptions, "json">,
): Promise<LoadedCatalog> {
  const loaded = await readCatalogFiles(files, { catalog: new Catalog(), json });
  for (const note of toSetAsideNotes(loaded.catalog.snapshot().setAside)) errorOutput.note(note);
  return loaded;
}

function refuseNothing(options: EvalCommandOptions, set: EvalSet, { queries }: QueryFile): void {
  if (queries.length === 0) {
    const remedy = 'Name a file of JSON Lines such as {"query": "open an issue", "gold": ["create_issue"]}.';
    throw catalogFileError(options.queries, 0, "It has no query.", remedy);
  }
  if (set.ids.size === 0)
    throw catalogFileError(options.tools.join(", "), 0, "There is no tool in it.", FORMS);
}

function renderExtraSetAside({ extraSetAside: count }: EvalSet): string {
  const [were, have] = count === 1 ? ["was", "it has"] : ["were", "they have"];
  return `${toCountOf(count, "distractor")} ${were} set aside: ${have} the name of a tool of --tools.`;
}

/** Measures, with a bar for vectors and one for searches, each with a time of its own. */
async function withBars({ json }: EvalCommandOptions, input: EvalInput): Promise<EvalResult> {
  if (json === true) return takeEval(input);
  const vectors = createProgressBar(process.stderr);
  let searches: typeof vectors | undefined;
  try {
    return await takeEval({
      ...input,
      onVectors: (done, total) =>
        vectors.show({ done, total, text: `${toCount(done)} of ${toCountOf(total, "vector")}` }),
      onSearch(done, total) {
        vectors.erase();
        searches ??= createProgressBar(process.stderr);
        searches.show({ done, total, text: `${toCount(done)} of ${toCount(total)} searches` });
      },
    });
  } finally {
    vectors.erase();
    searches?.erase();
  }
}
