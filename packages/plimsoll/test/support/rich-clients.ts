import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import type { Gateway } from "plimsoll";
import { type StdioOptions, serveOnStdio } from "../../src/server/stdio-server.ts";
import { ANY_VALUE } from "../../src/wire/any-value.ts";

/** What a client is asked, and what it answers. */
export type Answerer = (params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** A result, as it came. */
export type Answer = Readonly<Record<string, unknown>>;

/** The text of a tool's result. */
export function textOf({ content }: Answer): string {
  return (content as { text?: string }[]).map(({ text = "" }) => text).join("\n");
}

/** A client of either SDK and era that can be asked, and that keeps what it hears. */
export interface RichClient {
  readonly era: "modern" | "legacy";
  request(method: string, params?: Readonly<Record<string, unknown>>, options?: RichOptions): Promise<Answer>;
  /** Calls a tool. */
  call(name: string, input?: Readonly<Record<string, unknown>>, options?: RichOptions): Promise<Answer>;
  readonly heard: { readonly method: string; readonly params?: Readonly<Record<string, unknown>> }[];
  readonly asked: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[];
  instructions(): string | undefined;
  close(): Promise<void>;
}

export interface RichOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (update: { readonly progress: number }) => void;
}

/** How a client is made. */
export interface RichClientOptions {
  /** The client can be asked for what is here, and for nothing else. */
  readonly answers?: Readonly<Record<string, Answerer>>;
  /** Of the URL, from `/mcp` on; over stdio, the profile in it. */
  readonly path?: string;
  readonly stdio?: StdioOptions;
  /** In place of the usual way of requests. */
  readonly fetch?: typeof fetch;
}

/** Where clients connect to: an address, and the gateway behind it. */
export interface Reachable {
  readonly url: string;
  readonly gateway: Gateway;
}

/** Every kind of client, by SDK, era and way. */
export const RICH_CLIENTS: Readonly<
  Record<string, (to: Reachable, options?: RichClientOptions) => Promise<RichClient>>
> = {
  "v1 over HTTP": (to, options = {}) => connectV1(httpV1(to, options), options),
  "v1 over stdio": (to, options = {}) => connectV1(stdio(to, options), options),
  "v2 legacy over HTTP": (to, options = {}) => connectV2("legacy", http(to, options), options),
  "v2 legacy over stdio": (to, options = {}) => connectV2("legacy", stdio(to, options), options),
  "v2 modern over HTTP": (to, options = {}) => connectV2({ pin: "2026-07-28" }, http(to, options), options),
  "v2 modern over stdio": (to, options = {}) => connectV2({ pin: "2026-07-28" }, stdio(to, options), options),
};

type AnyTransport = InstanceType<typeof InMemoryTransport> & { readonly ended?: () => Promise<void> };

function http({ url }: Reachable, { path, fetch }: RichClientOptions): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(path ?? url, url), fetch === undefined ? {} : { fetch });
}

function httpV1({ url }: Reachable, { path, fetch }: RichClientOptions): StreamableHTTPClientTransportV1 {
  return new StreamableHTTPClientTransportV1(new URL(path ?? url, url), fetch === undefined ? {} : { fetch });
}

/** What `serve --stdio` does, without a process in between. */
function stdio({ gateway }: Reachable, { path, stdio: options = {} }: RichClientOptions): AnyTransport {
  const profile = path === undefined ? undefined : /\/p\/(.+)$/.exec(path)?.[1];
  const [client, server] = InMemoryTransport.createLinkedPair();
  const end = serveOnStdio(gateway, {
    ...(profile === undefined ? {} : { profile }),
    ...options,
    transport: server,
  });
  return Object.assign(client, { ended: end });
}

async function endOf(transport: unknown): Promise<void> {
  await (transport as AnyTransport).ended?.();
}

const INFO = { name: "test", version: "1" };
const CAPABILITIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "elicitation/create": { elicitation: { form: {}, url: {} } },
  "sampling/createMessage": { sampling: {} },
  "roots/list": { roots: {} },
};

function capabilitiesFor({ answers = {} }: RichClientOptions): object {
  return Object.assign({}, ...Object.keys(answers).map((method) => CAPABILITIES[method]));
}

async function connectV2(
  mode: "legacy" | { pin: string },
  transport: StreamableHTTPClientTransport | AnyTransport,
  options: RichClientOptions,
): Promise<RichClient> {
  const client = new Client(INFO, {
    versionNegotiation: { mode },
    capabilities: capabilitiesFor(options),
  });
  const heard: RichClient["heard"] = [];
  const asked: RichClient["asked"] = [];
  for (const [method, answer] of Object.entries(options.answers ?? {})) {
    client.setRequestHandler(method as "elicitation/create", ({ params }) => {
      asked.push({ method, params: params as never });
      return answer(params as never) as never;
    });
  }
  client.fallbackNotificationHandler = async (notification) => void heard.push(notification as never);
  await client.connect(transport as never);
  const request: RichClient["request"] = (method, params = {}, { signal, onprogress } = {}) =>
    client.request({ method, params: { ...params } }, ANY_VALUE, {
      timeout: 60_000,
      ...(signal === undefined ? {} : { signal }),
      ...(onprogress === undefined ? {} : { onprogress }),
    }) as Promise<Answer>;
  const era = mode === "legacy" ? "legacy" : "modern";
  return { era, heard, asked, ...toRequests(request), ...toEnds(client, transport) };
}

async function connectV1(
  transport: StreamableHTTPClientTransportV1 | AnyTransport,
  options: RichClientOptions,
): Promise<RichClient> {
  const client = new ClientV1(INFO, { capabilities: capabilitiesFor(options) });
  const heard: RichClient["heard"] = [];
  const asked: RichClient["asked"] = [];
  const schemas = {
    "elicitation/create": ElicitRequestSchema,
    "sampling/createMessage": CreateMessageRequestSchema,
    "roots/list": ListRootsRequestSchema,
  };
  for (const [method, answer] of Object.entries(options.answers ?? {})) {
    client.setRequestHandler(
      schemas[method as keyof typeof schemas] as never,
      (async ({ params }: { params: never }) => {
        asked.push({ method, params });
        return answer(params);
      }) as never,
    );
  }
  client.fallbackNotificationHandler = async (notification) => void heard.push(notification as never);
  await client.connect(transport as never);
  const request: RichClient["request"] = (method, params = {}, { signal, onprogress } = {}) =>
    client.request({ method, params: { ...params } } as never, ResultSchema, {
      timeout: 60_000,
      ...(signal === undefined ? {} : { signal }),
      ...(onprogress === undefined ? {} : { onprogress }),
    });
  return { era: "legacy", heard, asked, ...toRequests(request), ...toEnds(client, transport) };
}

function toRequests(request: RichClient["request"]): Pick<RichClient, "request" | "call"> {
  return {
    request,
    call: (name, input = {}, more) => request("tools/call", { name, arguments: input }, more),
  };
}

function toEnds(
  client: { getInstructions(): string | undefined; close(): Promise<void> },
  transport: Parameters<typeof endOf>[0],
): Pick<RichClient, "instructions" | "close"> {
  return {
    instructions: () => client.getInstructions(),
    async close() {
      await client.close();
      await endOf(transport);
    },
  };
}
