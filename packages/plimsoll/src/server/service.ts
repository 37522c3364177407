import type { CallToolResult, ServerEvent } from "@modelcontextprotocol/server";
import type { Connection } from "./connection.ts";
import type { Turn, Watch } from "./exchange.ts";
import type { RequestScope } from "./request-scope.ts";

/** A JSON object of the protocol, as it came or goes. */
export type Item = Readonly<Record<string, unknown>>;

/** A tool's result, with the schema that its data was promised by. */
export interface ToolAnswer {
  readonly result: CallToolResult;
  readonly outputSchema?: Item | undefined;
  /** Set where the call changed what its caller has loaded. */
  readonly changesList?: boolean;
}

/** A resource that a server tells of. */
export interface WatchedResource {
  /** The address that `subscribe` tells of it by, whichever it was asked for by. */
  readonly address: string;
  /** The server need not tell of it any longer. */
  end(): void;
}

/**
 * What clients are served under one profile, whatever their era and the way they come.
 *
 * Contract:
 * - What methods throw becomes an error of the protocol.
 * - Lists are whole and in the same order in every process that has listed the same; listing starts no server whose
 *   listing is kept.
 * - `subscribe` tells of changes until it is ended; `watch` has a server tell of a resource until it is ended.
 */
export interface Service {
  /** What a client is told on connecting. */
  instructions(): string;
  listTools(connection: Connection): Promise<readonly Item[]>;
  callTool(
    params: { readonly name: string; readonly arguments?: Item | undefined },
    watch: Watch,
    connection: Connection,
  ): Promise<Turn<ToolAnswer>>;
  listPrompts(): Promise<readonly Item[]>;
  getPrompt(params: Item, watch: Watch): Promise<Turn<Item>>;
  listResources(): Promise<readonly Item[]>;
  listResourceTemplates(): Promise<readonly Item[]>;
  readResource(params: Item, watch: Watch): Promise<Turn<Item>>;
  complete(params: Item, watch: Watch): Promise<Item>;
  subscribe(listener: (event: ServerEvent) => void): () => void;
  watch(uri: string, scope: RequestScope): Promise<WatchedResource>;
}
