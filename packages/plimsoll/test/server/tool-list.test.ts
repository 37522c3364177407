import { DIALECT_NAMES } from "@plimsoll/core";
import { DEFAULT_SETTINGS } from "plimsoll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { LEGACY_TOOLS, MODERN_TOOLS } from "../support/meta-tools.ts";
import { type Answer, RICH_CLIENTS, type RichClient, textOf } from "../support/rich-clients.ts";
import { configOf, everything, relayed } from "../support/servers.ts";

const profiles = {
  pinned: { pins: ["modern/rich", "everything/get-*"], deny: ["everything/get-env"] },
};

interface Listed {
  readonly name: string;
  readonly [key: string]: unknown;
}

async function list(client: RichClient): Promise<Listed[]> {
  return (await client.request("tools/list"))["tools"] as Listed[];
}

/** The load token of an answer, as the argument of a call; nothing, where there is none. */
function readLoadToken(answer: Answer): { readonly load_token?: string } {
  const token = /^load_token: (\S+)$/m.exec(textOf(answer))?.[1];
  return token === undefined ? {} : { load_token: token };
}

async function names(client: RichClient): Promise<string[]> {
  return (await list(client)).map(({ name }) => name);
}

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp({ ...configOf(everything(), relayed("modern")), profiles });
}, 60_000);
afterAll(() => http.close());

describe.each(Object.entries(RICH_CLIENTS))("the list of a client (%s)", (_name, connect) => {
  let client: RichClient;
  let pinned: RichClient;
  beforeAll(async () => {
    client = await connect(http);
    pinned = await connect(http, { path: "/mcp/p/pinned" });
  }, 60_000);
  afterAll(async () => {
    await client.close();
    await pinned.close();
  });

  it("is the meta-tools alone, which are always loaded", async () => {
    const tools = await list(client);
    expect(tools.map(({ name }) => name)).toEqual(client.era === "modern" ? MODERN_TOOLS : LEGACY_TOOLS);
    for (const { _meta } of tools) expect(_meta).toEqual({ "anthropic/alwaysLoad": true });
    const answer = await client.request("tools/list");
    if (client.era === "modern") expect(answer).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    else expect(answer).not.toHaveProperty("ttlMs");
  });

  it("marks what only reads, so that leave for it does not cover writing", async () => {
    const hints = Object.fromEntries(
      (await list(client)).map(({ name, annotations }) => [name, annotations]),
    );
    expect(hints["tool_read"]).toMatchObject({ readOnlyHint: true });
    expect(hints["tool_call"]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it("has the profile's pins after them, as their servers list them, by name", async () => {
    const tools = await list(pinned);
    const pins = tools.slice(client.era === "modern" ? MODERN_TOOLS.length : LEGACY_TOOLS.length);
    const pinNames = pins.map(({ name }) => name);
    expect(pinNames).toEqual([...pinNames].sort());
    expect(pinNames).toContain("everything__get-sum");
    expect(pinNames).not.toContain("everything__get-env");
    expect(pins.find(({ name }) => name === "modern__rich")).toMatchObject({
      title: "A rich tool",
      description: "Has everything a tool can have.",
      inputSchema: {
        type: "object",
        properties: {
          region: { type: "string" },
          "x-mcp-header": { type: "string", description: "A parameter of that very name" },
        },
        required: ["region"],
      },
      outputSchema: { type: "object", properties: { region: { type: "string" } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { "example.com/kind": "rich", "anthropic/alwaysLoad": true },
    });
    expect(JSON.stringify(pins)).not.toContain('"x-mcp-header":"Region"');
  });

  it("has pins that are called by their names, and no others called in their stead", async () => {
    const called = await pinned.call("modern__rich", { region: "north" });
    expect(called).toMatchObject({ structuredContent: { region: "north" } });
    expect(await pinned.call("everything__get-env", {})).toMatchObject({ isError: true });
    expect(await pinned.call("tool_call", { name: "everything__get-env", arguments: {} })).toMatchObject({
      isError: true,
    });
  });

  it("grows by what is loaded in the older era, and never changes in the newer one", async () => {
    if (client.era === "modern") {
      await client.call("tool_call", { name: "everything__echo", arguments: { message: "x" } });
      await client.call("tool_load", { names: ["everything__echo"] });
      expect(await names(client)).toEqual(MODERN_TOOLS);
      return;
    }
    client.heard.length = 0;
    const loaded = await client.call("tool_load", { names: ["modern__rich", "everything__echo", "no_such"] });
    expect(loaded).toMatchObject({
      structuredContent: { loaded: [{ name: "modern__rich" }, { name: "everything__echo" }] },
    });
    expect(client.heard.map(({ method }) => method)).toContain("notifications/tools/list_changed");
    expect(await names(client)).toEqual([...LEGACY_TOOLS, "modern__rich", "everything__echo"]);
    expect(textOf(await client.call("everything__echo", { message: "hi" }))).toBe("Echo: hi");
    expect(textOf(await client.call("tool_active"))).toContain("modern__rich");
    await client.call("tool_unload", { names: ["modern__rich"] });
    expect(await names(client)).toEqual([...LEGACY_TOOLS, "everything__echo"]);
    // Another session of nobody in particular has loaded nothing.
    const other = await connect(http);
    expect(await names(other)).toEqual(LEGACY_TOOLS);
    await other.close();
  });
});

it("is the same, to the byte, in every process that has the same config", async () => {
  const config = {
    ...configOf(relayed("modern"), relayed("legacy", "b"), relayed("legacy", "a")),
    profiles: { pinned: { pins: ["*"] } },
  };
  const [one, other] = await Promise.all([serveHttp(config), serveHttp(config)]);
  try {
    const read = async (to: HttpGateway): Promise<string> => {
      const client = await RICH_CLIENTS["v2 modern over HTTP"]?.(to, { path: "/mcp/p/pinned" });
      const answer = JSON.stringify([await client?.request("tools/list"), client?.instructions()]);
      await client?.close();
      return answer;
    };
    expect(await read(other)).toBe(await read(one));
  } finally {
    await one.close();
    await other.close();
  }
});

describe.each(DIALECT_NAMES)("in the dialect %s", (dialect) => {
  let own: HttpGateway;
  beforeAll(async () => {
    const settings = { ...DEFAULT_SETTINGS, dialect };
    own = await serveHttp({ ...configOf(relayed("modern"), everything()), settings });
  }, 60_000);
  afterAll(() => own.close());

  it.each(Object.entries(RICH_CLIENTS).filter(([name]) => name.includes("HTTP")))(
    "a client (%s) finds its way to a tool and calls it",
    async (_name, connect) => {
      const client = await connect(own);
      try {
        const listed = await names(client);
        expect(listed).toContain("tool_call");
        expect(client.instructions() + JSON.stringify(await list(client))).toContain("tool_call");
        const wireName = dialect === "search" ? "mcp__modern__long" : "modern__long";
        const load: Readonly<Record<string, [string, Readonly<Record<string, unknown>>] | undefined>> = {
          sf: [listed[0] ?? "", { query: "modern__long", limit: 1 }],
          quartet: ["tool_load", { names: [wireName] }],
          info: ["tool_info", { name: wireName }],
          "info-live": ["tool_info", { name: wireName }],
          search: ["tool_search", { query: wireName }],
        };
        const [name, input] = load[dialect] ?? ["tool_describe", { names: [wireName] }];
        const told: Answer = await client.call(name, input);
        expect(textOf(told)).toContain("lines");
        const proof = readLoadToken(told);
        const called = await client.call("tool_call", { name: wireName, arguments: { lines: 2 }, ...proof });
        expect(textOf(called)).toBe("This is line 1.\nThis is line 2.");
      } finally {
        await client.close();
      }
    },
  );
});

describe("under the strict gate", () => {
  let strict: HttpGateway;
  beforeAll(async () => {
    const settings = { ...DEFAULT_SETTINGS, gate: "strict" as const };
    strict = await serveHttp({ ...configOf(relayed("modern")), settings });
  }, 60_000);
  afterAll(() => strict.close());

  it.each(Object.entries(RICH_CLIENTS))(
    "a client (%s) loads a tool before it calls it",
    async (name, connect) => {
      const client = await connect(strict, {
        path: `/mcp/w/${encodeURIComponent(name)}`,
        stdio: { workspace: name },
      });
      try {
        expect(await names(client)).toContain("tool_load");
        const takesToken = (await list(client))
          .filter(({ inputSchema }) => JSON.stringify(inputSchema).includes("load_token"))
          .map(({ name }) => name);
        expect(takesToken).toEqual(client.era === "modern" ? ["tool_read", "tool_call"] : []);
        const call = { name: "modern__long", arguments: { lines: 1 } };
        expect(textOf(await client.call("tool_call", call))).toMatch(/not loaded\. Load it with tool_load/);
        const proof = readLoadToken(await client.call("tool_load", { names: ["modern__long"] }));
        // A session keeps what it has loaded; a client that has none brings the proof along.
        expect(Object.keys(proof)).toEqual(client.era === "modern" ? ["load_token"] : []);
        expect(textOf(await client.call("tool_call", { ...call, ...proof }))).toBe("This is line 1.");
        expect(textOf(await client.call("tool_read", { ...call, ...proof }))).toBe("This is line 1.");
      } finally {
        await client.close();
      }
    },
  );

  it.each(Object.entries(RICH_CLIENTS).filter(([name]) => name.includes("modern")))(
    "a second conversation of a client (%s) is shown the schema of what the first one loaded",
    async (name, connect) => {
      const place = {
        path: `/mcp/w/second-${encodeURIComponent(name)}`,
        stdio: { workspace: `second ${name}` },
      };
      for (const _conversation of ["first", "second"]) {
        const client = await connect(strict, place);
        try {
          const loaded = await client.call("tool_load", { names: ["modern__long"] });
          expect(loaded).toMatchObject({
            structuredContent: { loaded: [{ inputSchema: { properties: { lines: {} } } }] },
          });
        } finally {
          await client.close();
        }
      }
    },
  );
});

it("a second conversation in the dialect search is shown what the first one loaded by searching", async () => {
  const settings = { ...DEFAULT_SETTINGS, dialect: "search" as const };
  const own = await serveHttp({ ...configOf(relayed("modern")), settings });
  try {
    const answers: string[] = [];
    for (const _conversation of ["first", "second"]) {
      const client = await RICH_CLIENTS["v2 modern over HTTP"]?.(own);
      const answer = await client?.call("tool_search", { query: "select:mcp__modern__long" });
      await client?.close();
      answers.push(textOf(answer ?? {}));
    }
    expect(answers[0]).toContain('"lines"');
    expect(answers[1]).toBe(answers[0]);
  } finally {
    await own.close();
  }
});
