import type { ServerEvent } from "@modelcontextprotocol/server";
import { toSourceId } from "@plimsoll/core";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import { AggregateItems, resourceNotFound } from "./aggregate-items.ts";
import { type ClientCall, callTool } from "./call-tool.ts";
import { toClientResult, toTurn } from "./client-result.ts";
import type { Connection } from "./connection.ts";
import type { Turn, Watch } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { fromGatewayUri, toGatewayUri } from "./gateway-uri.ts";
import type { Profile } from "./profile.ts";
import { relay } from "./relay.ts";
import type { RequestScope } from "./request-scope.ts";
import { rewriteBlock, rewriteUri } from "./rewrite-uris.ts";
import { toServerEvent } from "./server-events.ts";
import type { Item, Service, ToolAnswer, WatchedResource } from "./service.ts";
import { listTools } from "./tool-list.ts";
import { invalidParams, NOT_FOUND, readWireError } from "./wire-error.ts";

/** All servers behind one: tools by way of the meta-tools, prompts and resources under names that tell servers apart. */
export class AggregateService implements Service {
  readonly #parts: FrontParts;
  readonly #profile: Profile;
  readonly #items: AggregateItems;

  constructor(parts: FrontParts, profile: Profile) {
    this.#parts = parts;
    this.#profile = profile;
    this.#items = new AggregateItems(parts.gateway, profile);
  }

  instructions(): string {
    return this.#parts.instructions.for(this.#profile);
  }

  listTools(connection: Connection): Promise<readonly Item[]> {
    return listTools(this.#parts, this.#profile, connection);
  }

  callTool(call: ClientCall, watch: Watch, connection: Connection): Promise<Turn<ToolAnswer>> {
    return callTool(call, { watch, connection, profile: this.#profile }, this.#parts);
  }

  listPrompts(): Promise<readonly Item[]> {
    return this.#items.listPrompts();
  }

  async getPrompt({ name, ...params }: Item, watch: Watch): Promise<Turn<Item>> {
    const { server, id, own } = await this.#items.findPrompt(asText(name));
    const result = await this.#relay(server, "prompts/get", { ...params, name: own }, watch);
    return toTurn(result, (prompt) => rewriteMessages(prompt, id));
  }

  listResources(): Promise<readonly Item[]> {
    return this.#items.listResources();
  }

  listResourceTemplates(): Promise<readonly Item[]> {
    return this.#items.listResourceTemplates();
  }

  async readResource({ uri, ...params }: Item, watch: Watch): Promise<Turn<Item>> {
    const address = asText(uri);
    const { server, id, own } = await this.#items.findResource(address);
    const result = await this.#relay(server, "resources/read", { ...params, uri: own }, watch).catch(
      (error: unknown) => {
        throw readWireError(error)?.code === NOT_FOUND ? resourceNotFound(address) : error;
      },
    );
    // Whoever asks by a server's own address is answered by it.
    return toTurn(result, (read) =>
      fromGatewayUri(address) === undefined ? read : rewriteContents(read, id),
    );
  }

  async complete({ ref, ...params }: Item, watch: Watch): Promise<Item> {
    const { server, ref: own } = await this.#findReference(ref);
    return toClientResult(await this.#relay(server, "completion/complete", { ...params, ref: own }, watch));
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const listsTools = (this.#profile.config.pins ?? []).length > 0;
    return this.#parts.gateway.upstreams.subscribe((server, event) => {
      const source = toSourceId(server);
      if (event.type === "changed" && !this.#profile.mayHave(source)) return;
      if (event.type === "updated" && !this.#profile.permitsItem(source, event.uri)) return;
      const told = toServerEvent(event, { toUri: (uri) => toGatewayUri({ source, uri }), listsTools });
      if (told !== undefined) listener(told);
    });
  }

  async watch(uri: string, scope: RequestScope): Promise<WatchedResource> {
    const { server, id, own } = await this.#items.findResource(uri);
    const { gateway, resourceWatch } = this.#parts;
    const end = await resourceWatch.acquire(gateway.upstreams.of(server, scope), own);
    return { address: toGatewayUri({ source: id, uri: own }), end };
  }

  #relay(server: string, method: string, { _meta, ...params }: Item, watch: Watch): Promise<unknown> {
    return relay(this.#parts.gateway.upstreams.of(server, watch.scope), { method, params }, watch);
  }

  async #findReference(ref: unknown): Promise<{ readonly server: string; readonly ref: Item }> {
    if (isRecord(ref) && typeof ref["name"] === "string") {
      const { server, own } = await this.#items.findPrompt(ref["name"]);
      return { server, ref: { ...ref, name: own } };
    }
    if (isRecord(ref) && typeof ref["uri"] === "string") {
      const { server, own } = await this.#items.findCompletable(ref["uri"]);
      return { server, ref: { ...ref, uri: own } };
    }
    throw invalidParams("The reference names neither a prompt nor a resource.");
  }
}

function rewriteMessages(prompt: Item, id: string): Item {
  const { messages } = prompt;
  if (!Array.isArray(messages)) return prompt;
  const rewritten = messages.map((message: unknown) =>
    isRecord(message) ? { ...message, content: rewriteBlock(message["content"], id) } : message,
  );
  return { ...prompt, messages: rewritten };
}

function rewriteContents(read: Item, id: string): Item {
  const { contents } = read;
  if (!Array.isArray(contents)) return read;
  return { ...read, contents: contents.map((one: unknown) => (isRecord(one) ? rewriteUri(one, id) : one)) };
}
