import type { CallToolResult, ServerEvent } from "@modelcontextprotocol/server";
import { type InputRequired, toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { isRecord } from "../internal/is-record.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { toClientResult, toTurn } from "./client-result.ts";
import type { Turn, Watch } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { listServer } from "./listings.ts";
import type { Profile } from "./profile.ts";
import { relay } from "./relay.ts";
import { relayCall } from "./relay-tool-call.ts";
import type { RequestScope } from "./request-scope.ts";
import { toServerEvent } from "./server-events.ts";
import type { Item, Service, ToolAnswer, WatchedResource } from "./service.ts";
import { stripHeaderHints } from "./strip-header-hints.ts";
import { invalidParams } from "./wire-error.ts";

/** One server as if the client were connected to it: its own names and addresses, its own answers, the profile's policy. */
export class TransparentService implements Service {
  readonly #gateway: Gateway;
  readonly #parts: FrontParts;
  readonly #profile: Profile;
  readonly #server: string;
  readonly #id: string;

  constructor(parts: FrontParts, profile: Profile, server: string) {
    this.#parts = parts;
    this.#gateway = parts.gateway;
    this.#profile = profile;
    this.#server = server;
    this.#id = toSourceId(server);
  }

  instructions(): string {
    const { sources } = this.#gateway.runtime.catalog.snapshot();
    return sources.find(({ id }) => id === this.#id)?.instructions ?? "";
  }

  async listTools(): Promise<readonly Item[]> {
    const { tools } = await this.#listing();
    return tools
      .filter((tool) => isRecord(tool) && this.#permitsTool(tool.name))
      .map((tool) => ({ ...tool, inputSchema: stripHeaderHints(tool.inputSchema) }));
  }

  async callTool(
    { name, arguments: input }: { readonly name: string; readonly arguments?: Item | undefined },
    watch: Watch,
  ): Promise<Turn<ToolAnswer>> {
    if (!this.#permitsTool(name)) throw invalidParams(`Tool ${name} not found`);
    this.#gateway.callLimits.begin(watch.scope, this.#server, name);
    const params = { name, ...(input === undefined ? {} : { arguments: input }) };
    const answer = await relayCall(this.#upstream(watch.scope), params, watch);
    if (isInputRequired(answer)) return answer;
    // A server need not have listed before it is called.
    const listing = await this.#listing().catch(() => undefined);
    const outputSchema = listing?.tools.find((tool) => tool?.name === name)?.outputSchema;
    return { type: "done", result: { result: toClientResult(answer) as CallToolResult, outputSchema } };
  }

  async listPrompts(): Promise<readonly Item[]> {
    const { prompts } = await this.#listing();
    return prompts.filter(({ name }) => this.#permits(name));
  }

  async getPrompt(params: Item, watch: Watch): Promise<Turn<Item>> {
    if (!this.#permits(params["name"])) throw invalidParams(`Prompt ${params["name"]} not found`);
    return toTurn(await this.#relay("prompts/get", params, watch));
  }

  async listResources(): Promise<readonly Item[]> {
    const { resources } = await this.#listing();
    return resources.filter(({ uri }) => this.#permits(uri));
  }

  async listResourceTemplates(): Promise<readonly Item[]> {
    const { resourceTemplates } = await this.#listing();
    return resourceTemplates.filter(({ uriTemplate }) => this.#permits(uriTemplate));
  }

  async readResource(params: Item, watch: Watch): Promise<Turn<Item>> {
    this.#refuseUri(params["uri"]);
    return toTurn(await this.#relay("resources/read", params, watch));
  }

  async complete(params: Item, watch: Watch): Promise<Item> {
    const { ref } = params;
    const asked = isRecord(ref) ? (ref["name"] ?? ref["uri"]) : undefined;
    if (!this.#permits(asked)) throw invalidParams(`${asked} not found`);
    return toClientResult(await this.#relay("completion/complete", params, watch));
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    return this.#gateway.upstreams.subscribe((server, event) => {
      if (server !== this.#server || (event.type === "updated" && !this.#permits(event.uri))) return;
      const told = toServerEvent(event, { toUri: (uri) => uri, listsTools: true });
      if (told !== undefined) listener(told);
    });
  }

  async watch(uri: string, scope: RequestScope): Promise<WatchedResource> {
    this.#refuseUri(uri);
    return { address: uri, end: await this.#parts.resourceWatch.acquire(this.#upstream(scope), uri) };
  }

  #upstream(scope: RequestScope): Upstream {
    return this.#gateway.upstreams.of(this.#server, scope);
  }

  #listing() {
    return listServer(this.#gateway, this.#server);
  }

  #relay(method: string, { _meta, ...params }: Item, watch: Watch): Promise<unknown> {
    return relay(this.#upstream(watch.scope), { method, params }, watch);
  }

  #permits(item: unknown): boolean {
    return this.#profile.permitsItem(this.#id, String(item));
  }

  /** By its entry, which has its risk; a tool that the catalog set aside is judged by its name alone. */
  #permitsTool(name: string): boolean {
    const entry = this.#gateway.runtime.catalog.snapshot().get(`${this.#id}/${name}`);
    if (entry !== undefined) return this.#profile.permits(entry);
    const risk = { level: "destructive", external: true, verified: false } as const;
    const source = { id: this.#id, kind: "mcp" } as const;
    return this.#profile.permits({ name: `${this.#id}/${name}`, source, domain: this.#id, risk });
  }

  #refuseUri(uri: unknown): void {
    if (!this.#permits(uri)) throw invalidParams(`Resource ${uri} not found`, { uri });
  }
}

function isInputRequired(answer: unknown): answer is InputRequired {
  return isRecord(answer) && answer["type"] === "input-required" && "requests" in answer;
}
