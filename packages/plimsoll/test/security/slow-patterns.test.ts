import { Catalog } from "@plimsoll/core";
import { fromMcpTool } from "@plimsoll/core/mcp";
import { describe, expect, it } from "vitest";
import { excessGrowth, pumped } from "../../../../test/security/growth.ts";
import { startsDocument } from "../../src/catalog-file/opening.ts";
import { toPlainText } from "../../src/cli/output.ts";
import { expandVariables } from "../../src/config/expand-variables.ts";
import { RULES } from "../../src/lint/rules.ts";
import { runLint } from "../../src/lint/run-lint.ts";
import { snapshotSubject } from "../../src/lint/to-subject.ts";
import { fitsTemplate } from "../../src/server/fits-template.ts";
import { readHttpRoute } from "../../src/server/http-route.ts";
import { fillFromRecordings } from "../../src/simulate/recorded-catalog.ts";
import { isTextTooDeep, readOutline } from "../../src/wire/nesting.ts";

// Growing with the square gives 4, and a text that is tried in every way gives no answer at all.
const ALIKE = 3;
const WORDS = pumped("open an issue in the repository. ");

function lint(description: string): unknown {
  const catalog = new Catalog();
  const listed = { name: "work", description, inputSchema: { type: "object" as const } };
  catalog.replace({ id: "hostile", kind: "mcp" }, { tools: [fromMcpTool(listed, { type: "host" })] });
  return runLint(snapshotSubject(catalog.snapshot(), undefined), RULES);
}

describe("a text made to keep the gateway busy (ReDoS)", { timeout: 120_000 }, () => {
  it.each([
    ["expressions side by side", "x://{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}!", "x://"],
    ["lists side by side", "x://{a*}{b*}{c*}{d*}{e*}{f*}!", "x://"],
    ["anything, over and over", "x://{+a}{+b}{+c}{+d}{+e}{+f}!", "x://"],
    ["queries", "x://a{?b,c,d,e}{&f,g}!", "x://a?b=&c=&d="],
  ])("does not slow down whose resource an address is: %s", async (_what, template, start) => {
    const address = (length: number): string => start + pumped("a,")(length);
    const growth = await excessGrowth(
      (uri) => fitsTemplate(template, uri),
      { hostile: address, benign: (length) => `x://${pumped("b")(length)}` },
      400,
    );
    expect(growth).toBeLessThan(ALIKE);
  });

  it.each([
    ["orders", pumped("ignore all any the your ")],
    ["orders that begin again and again", pumped("ignore ")],
    ["tools before other tools", pumped("always call use first before any ")],
    ["private files", pumped("read ~/.ss open cat ")],
    ["tags", pumped("<system ")],
    ["spaces", pumped(" ", "x")],
    ["lines", pumped("\n", "x")],
    ["names in backticks", pumped("`a_b")],
    ["names", pumped("a_b.c-d/")],
    ["capitals", pumped("aB")],
    ["commas", pumped("a, ")],
  ])("does not slow the rules of lint down: %s", async (_what, hostile) => {
    expect(await excessGrowth(lint, { hostile, benign: WORDS }, 4_000)).toBeLessThan(ALIKE);
  });

  it.each<[string, (text: string) => unknown, (length: number) => string]>([
    ["a path", (text) => readHttpRoute(`/mcp/w/${text}/p/`), pumped("a/p/")],
    ["variables", (text) => expandVariables(text, { env: {}, folder: "/", inputs: new Map() }), pumped("${")],
    ["the beginning of a file", (text) => startsDocument(Buffer.from(text)), pumped('{ "id" : ')],
    ["what is printed", toPlainText, pumped("\u001b[")],
    ["a message's brackets", isTextTooDeep, pumped("[]{}")],
    ["a message's texts", isTextTooDeep, pumped('\\"')],
    ["the outline of a message", readOutline, pumped('{"a":')],
    [
      "a recorded name",
      (name) => fillFromRecordings(new Catalog(), [{ name, inputSchema: { type: "object" } }], () => false),
      pumped("a__b", "\n"),
    ],
  ])("does not slow the reading of %s down", async (_what, work, hostile) => {
    expect(await excessGrowth(work, { hostile, benign: pumped("abcdefgh") }, 10_000)).toBeLessThan(ALIKE);
  });
});
