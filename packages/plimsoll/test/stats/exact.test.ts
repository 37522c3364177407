import { expect, it } from "vitest";
import { takeStats } from "../../src/stats/take-stats.ts";
import { loadTokenCounter } from "../../src/stats/token-counter.ts";
import { subjectOf, tool } from "./subjects.ts";

// In a variable: the package is a peer of core alone.
const TOKENIZER = "gpt-tokenizer/encoding/o200k_base";

it("counts a definition as gpt-tokenizer does", async () => {
  const { countTokens }: { countTokens: (text: string) => number } = await import(TOKENIZER);
  const inputSchema = {
    type: "object",
    properties: { path: { type: "string", description: "Wo die Datei liegt, 文件路径" } },
    required: ["path"],
  };
  const offered = tool("read_file", { description: "Reads a file: größe, 内容, 🙂.", inputSchema });
  const counter = await loadTokenCounter({ exact: true });
  const report = await takeStats(
    await subjectOf([{ id: "files", kind: "mcp", tools: [offered] }], { counter }),
  );
  // The keys as RFC 8785 orders them.
  const text =
    '{"description":"Reads a file: größe, 内容, 🙂.","inputSchema":{"properties":{"path":{"description":"Wo die Datei liegt, 文件路径","type":"string"}},"required":["path"],"type":"object"},"name":"files__read_file"}';
  expect(report.counter).toBe("o200k");
  expect(report.tools.map(({ tokens }) => tokens)).toEqual([countTokens(text)]);
  expect(report.total.tokens).toBe(countTokens(text));
});
