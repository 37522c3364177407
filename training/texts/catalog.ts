import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { clip } from "./clip.ts";
import type { TrainingText } from "./training-text.ts";

interface CatalogTool {
  readonly name: string;
  readonly description: string;
  readonly server: string;
}

/** How many tools of each form, and how many of one server at most. */
export interface CatalogLimits {
  readonly tools: number;
  readonly descriptions: number;
  readonly names: number;
  readonly perServer: number;
}

/**
 * A catalog's tools in the three forms in which search meets them: name and description together, the
 * description alone (which reads like a request), the name alone. No tool gives more than one text.
 */
export function catalogTexts(catalog: string, limits: CatalogLimits): TrainingText[] {
  const tools = evenly(readTools(catalog), limits.perServer);
  const texts: TrainingText[] = [];
  const seen = new Set<string>();
  const left = { tool: limits.tools, description: limits.descriptions, name: limits.names };
  for (const { name, description } of tools) {
    const words = nameWords(name);
    const said = firstSentences(description);
    const forms = { tool: clip(`${words}: ${said}`), description: clip(said), name: words };
    const kind = most(left, said === "");
    const text = forms[kind];
    const key = text.toLowerCase();
    if (left[kind] === 0 || seen.has(key) || !text.includes(" ") || !isMostlyEnglish(text)) continue;
    seen.add(key);
    left[kind]--;
    texts.push({ kind, text });
  }
  return texts;
}

/** The form that has most texts still to come: the three stay in step to the end. */
function most(left: { tool: number; description: number; name: number }, nameOnly: boolean) {
  if (nameOnly) return "name";
  const kinds = ["tool", "description", "name"] as const;
  return kinds.reduce((best, kind) => (left[kind] > left[best] ? kind : best), "tool");
}

function readTools(catalog: string): CatalogTool[] {
  const data =
    process.env["PLIMSOLL_DATA"] ?? fileURLToPath(new URL("../../../shared/datasets", import.meta.url));
  const plain = `${data}/${catalog}/tools.jsonl`;
  const packed = `${plain}.gz`;
  if (!existsSync(plain) && !existsSync(packed)) {
    throw new Error(
      `There is no ${plain} nor ${packed}: set PLIMSOLL_DATA to the folder that holds ${catalog}.`,
    );
  }
  const bytes = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(packed));
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Servers take turns, so that the largest do not fill the list before the smallest are heard. */
function evenly(tools: readonly CatalogTool[], perServer: number): CatalogTool[] {
  const turns = new Map<string, number>();
  return tools
    .map((tool) => {
      const turn = turns.get(tool.server) ?? 0;
      turns.set(tool.server, turn + 1);
      return { tool, turn };
    })
    .filter(({ turn }) => turn < perServer)
    .sort((a, b) => a.turn - b.turn)
    .map(({ tool }) => tool);
}

/** The words of an identifier: `createDeviceLiveToolsPing` as "create device live tools ping". */
function nameWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}

/** A description up to its second full stop, without markup and addresses. */
function firstSentences(description: string): string {
  const plain = description
    .replace(/<[^>]*>|https?:\/\/\S+|[`*#|]|\[|\]\([^)]*\)|\]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return plain
    .split(/(?<=[.!?])\s/)
    .slice(0, 2)
    .join(" ");
}

function isMostlyEnglish(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length >= 4 && letters.replace(/[^A-Za-z]/g, "").length >= 0.95 * letters.length;
}
