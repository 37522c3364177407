import { createGateway, DEFAULT_SETTINGS } from "plimsoll";
import { expect, it } from "vitest";
import { announce } from "../../src/cli/announce.ts";
import { until } from "../support/processes.ts";
import { configOf, raw } from "../support/servers.ts";

/** Says what a gateway serves, on a terminal of this test's own. */
function announceTo(terminal: { readonly isTTY: boolean }, json: boolean) {
  const gateway = createGateway({ config: configOf(raw("fine"), raw("hang")) });
  const drawn: string[] = [];
  const lines: string[] = [];
  const announced = announce(gateway, {
    output: {
      line: (text = "") => void lines.push(text),
      note: (text) => void lines.push(text),
      json: (value) => void lines.push(JSON.stringify(value)),
    },
    json,
    terminal: { ...terminal, columns: 200, write: (text: string) => drawn.push(text) },
    patienceMs: 3_000,
  });
  return { gateway, drawn, lines, announced };
}

it("shows on a terminal who is awaited, and takes that away before it reports", async () => {
  const { gateway, drawn, lines } = announceTo({ isTTY: true }, false);
  await until(() => lines.length > 3, "what is known is said", 30_000);
  const shown = drawn.map((text) => text.replace("\r\u001b[2K", ""));
  expect(shown).toContain("1 of 2 servers listed, waiting for hang");
  expect(shown.at(-1)).toBe("");
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^Serving 2 servers of /),
    "  fine  1 tool",
    "  hang  not listed yet",
  ]);
  await gateway.close();
});

it("draws nothing where there is no terminal, and gives programs one line", async () => {
  const { gateway, drawn, lines, announced } = announceTo({ isTTY: false }, true);
  await announced;
  expect(drawn).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    transport: "stdio",
    servers: [
      { name: "fine", tools: 1 },
      { name: "hang", awaited: true },
    ],
  });
  await gateway.close();
});

it.each([
  ["open", "plimsoll", "4 tools, about N tokens (before 2026-07-28: 7 tools, about N tokens),"],
  ["strict", "plimsoll", "5 tools, about N tokens (before 2026-07-28: 7 tools, about N tokens),"],
  ["strict", "search", "2 tools, about N tokens,"],
] as const)("says what clients of either era are sent: %s, %s", async (gate, dialect, says) => {
  const settings = { ...DEFAULT_SETTINGS, gate, dialect };
  const gateway = createGateway({ config: { ...configOf(raw("fine")), settings } });
  const lines: string[] = [];
  const output = { line: (text = "") => void lines.push(text), note: () => {}, json: () => {} };
  await announce(gateway, { output, json: false, terminal: { isTTY: false, write: () => true } });
  expect(lines.join("\n").replace(/about [\d,]+/g, "about N")).toContain(`A client is sent ${says} instead`);
  await gateway.close();
});
