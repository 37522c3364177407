import { DEFAULT_SETTINGS } from "plimsoll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { type Answer, RICH_CLIENTS, type RichClient, textOf } from "../support/rich-clients.ts";
import { configOf, relayed } from "../support/servers.ts";

const LINES = 2_000;
const WHOLE = Array.from({ length: LINES }, (_, at) => `This is line ${at + 1}.`).join("\n");
const READ_ON = /\n\[End of page \d+, and there is more\. Read on with tool_call\((.*)\)\]$/;

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp({
    ...configOf(relayed("modern")),
    settings: { ...DEFAULT_SETTINGS, resultTokens: 2_000 },
    profiles: { through: { transparent: "modern" } },
  });
}, 60_000);
afterAll(() => http.close());

/** Follows what a page says until there is no more, as a model would. */
async function readAll(client: RichClient, first: Answer): Promise<{ text: string; pages: number }> {
  let page = textOf(first);
  let text = "";
  for (let pages = 1; ; pages++) {
    const next = READ_ON.exec(page)?.[1];
    text += page.replace(READ_ON, "");
    if (next === undefined) return { text, pages };
    page = textOf(await client.call("tool_call", JSON.parse(next)));
  }
}

describe.each(Object.entries(RICH_CLIENTS))("a long result for a client (%s)", (_name, connect) => {
  let client: RichClient;
  beforeAll(async () => {
    client = await connect(http);
  }, 60_000);
  afterAll(() => client.close());

  it.each([
    ["tool_call", { name: "modern__long", arguments: { lines: LINES } }],
    ["tool_read", { name: "modern__long", arguments: { lines: LINES } }],
    ["modern__long", { lines: LINES }],
  ])("is given in pages by %s, and they are the whole", async (name, input) => {
    const first = await client.call(name, input);
    expect(textOf(first).length).toBeLessThan(WHOLE.length);
    const { text, pages } = await readAll(client, first);
    expect(text).toBe(WHOLE);
    expect(pages).toBeGreaterThan(2);
  });

  it("is given in pages where only its data is long", async () => {
    const first = await client.call("tool_call", { name: "modern__data", arguments: { items: LINES } });
    expect(first).not.toHaveProperty("structuredContent");
    const { text } = await readAll(client, first);
    expect(text.startsWith("See the data.")).toBe(true);
    expect(JSON.parse(text.slice("See the data.\n".length))).toMatchObject({ items: { length: LINES } });
  });

  it("is whole where it fits", async () => {
    const result = await client.call("tool_call", { name: "modern__data", arguments: { items: 2 } });
    expect(result).toMatchObject({
      content: [{ text: "See the data." }],
      structuredContent: { items: [{ id: 0 }, { id: 1 }] },
    });
  });

  it("is nobody's who does not know its handle", async () => {
    const answer = await client.call("tool_call", { name: "plimsoll/result", arguments: { handle: "1" } });
    expect(textOf(answer)).toContain("There is no result to read on under this handle.");
  });

  it("is whole in a transparent profile", async () => {
    const through = await connect(http, { path: "/mcp/p/through" });
    expect(textOf(await through.call("long", { lines: LINES }))).toBe(WHOLE);
    await through.close();
  });
});
