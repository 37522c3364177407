import { estimateTokens, toSignature } from "@plimsoll/core";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type CatalogRow, readCatalog } from "../datasets.ts";

/** Catalogs that had no say in the estimate's numbers, except for the Chinese and Japanese texts of the first. */
const HELD_OUT = ["catalog-toucan", "catalog-mcpzero", "stabletoolbench", "seal-tools"];
const SAMPLE = 3_000;

/** How far the built-in estimate is from o200k, by kind of content. */
export async function measureEstimate(): Promise<string[]> {
  const rows = HELD_OUT.flatMap((name) => (readCatalog(name) ?? []).slice(0, SAMPLE));
  if (rows.length === 0) return ["skipped: the catalogs are not on this machine (PLIMSOLL_DATA)"];
  const kinds: Readonly<Record<string, (row: CatalogRow) => string>> = {
    definitions: ({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }),
    "prose in Latin letters": ({ description = "" }) => (isIdeographic(description) ? "" : description),
    "prose in Chinese and Japanese": ({ description = "" }) =>
      isIdeographic(description) ? description : "",
    signatures: ({ name, inputSchema }) => (inputSchema === undefined ? "" : toSignature(name, inputSchema)),
  };
  return Object.entries(kinds).map(([kind, toText]) => `${kind}: ${compare(rows.map(toText))}`);
}

function compare(texts: readonly string[]): string {
  let [exact, estimated, distance, count] = [0, 0, 0, 0];
  for (const text of texts) {
    if (text === "") continue;
    const tokens = countTokens(text);
    const estimate = estimateTokens(text);
    exact += tokens;
    estimated += estimate;
    distance += Math.abs(estimate - tokens);
    count += 1;
  }
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
  return `${count} texts, sum off by ${percent(estimated / exact - 1)}, each off by ${percent(distance / exact)}`;
}

function isIdeographic(text: string): boolean {
  return /[\u3040-\u30ff\u4e00-\u9fff]{4}/.test(text);
}
