import type { CallToolResult, ServerEvent } from "@modelcontextprotocol/server";
import { type InputRequired, type PolicySubject, toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { toClientResult, toTurn } from "./client-result.ts";
import type { Turn, Watch } from "./exchange.ts";
import type { FrontParts } from "./front-parts.ts";
import { askLeave, keepLeave, readLeave, whyNoLeave } from "./leave.ts";
import { listServer } from "./listings.ts";
import type { Profile } from "./profile.ts";
import { relay } from "./relay.ts";
import { relayCall } from "./relay-tool-call.ts";
import type { RequestScope } from "./request-scope.ts";
import { toServerEvent } from "./server-events.ts";
import type { Item, Service, ToolAnswer, WatchedResource } from "./service.ts";
import { stripHeaderHints } from "./strip-header-hints.ts";
import { invalidParams, NOT_FOUND, readWireError } from "./wire-error.ts";

// In place of those of the request, among which the user's word on the call itself may be.
const NO_ANSWERS = { answers: {} };

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
    const { scope } = watch;
    scope.observed?.note({ tool: `${this.#id}/${name}`, server: this.#id });
    // Only what is listed is there: what is held or denied is told from nothing by no answer.
    const tool = (await this.#listing()).tools.find((listed) => listed?.name === name);
    if (tool === undefined || !this.#permitsTool(name)) {
      scope.observed?.note({ decision: "denied", outcome: "rejected", reason: "denied" });
      throw invalidParams(`Tool ${name} not found`);
    }
    const leave = readLeave(scope.answers);
    const subject = this.#subjectOf(name);
    if (this.#profile.wantsLeave(subject) && leave.leave !== "given") {
      scope.observed?.note({ decision: leave.leave === "declined" ? "declined" : "held" });
      const refusal =
        leave.leave === "declined" ? `The user declined to run ${name}.` : whyNoLeave(subject, scope);
      if (refusal === undefined) return askLeave(subject, input);
      const content = [{ type: "text" as const, text: refusal }];
      return { type: "done", result: { result: { content, isError: true } } };
    }
    if (leave.leave === "given")
      scope.observed?.note({ decision: "approved", approvedBy: scope.principal?.id });
    this.#gateway.callLimits.begin(scope, this.#server, name);
    const params = { name, ...(input === undefined ? {} : { arguments: input }) };
    const answer = await relayCall(this.#upstream(scope), params, {
      ...watch,
      answers: leave.answers ?? NO_ANSWERS,
    });
    if (isInputRequired(answer)) return keepLeave(answer, leave);
    const { outputSchema } = tool;
    return { type: "done", result: { result: toClientResult(answer) as CallToolResult, outputSchema } };
  }

  async listPrompts(): Promise<readonly Item[]> {
    const { prompts } = await this.#listing();
    return prompts.filter(({ name }) => this.#permits(name));
  }

  async getPrompt(params: Item, watch: Watch): Promise<Turn<Item>> {
    await this.#refusePrompt(params["name"]);
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
    const { uri } = params;
    await this.#refuseUri(uri);
    const read = this.#relay("resources/read", params, watch).catch((error: unknown) => {
      throw readWireError(error)?.code === NOT_FOUND ? notFound(uri) : error;
    });
    return toTurn(await read);
  }

  async complete(params: Item, watch: Watch): Promise<Item> {
    const { ref } = params;
    if (isRecord(ref) && ref["uri"] !== undefined) await this.#refuseReference(ref["uri"]);
    else await this.#refusePrompt(isRecord(ref) ? ref["name"] : undefined);
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
    await this.#refuseUri(uri);
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
    return this.#profile.permitsItem(this.#id, asText(item));
  }

  /** By its entry, which has its risk; a tool that the catalog set aside is judged by its name alone. */
  #subjectOf(name: string): PolicySubject {
    const entry = this.#gateway.runtime.catalog.snapshot().get(`${this.#id}/${name}`);
    if (entry !== undefined) return entry;
    const risk = { level: "destructive", external: true, verified: false } as const;
    const source = { id: this.#id, kind: "mcp" } as const;
    return { name: `${this.#id}/${name}`, source, domain: this.#profile.domainOf(this.#id), risk };
  }

  #permitsTool(name: string): boolean {
    return this.#profile.permits(this.#subjectOf(name));
  }

  async #refusePrompt(name: unknown): Promise<void> {
    const { prompts } = await this.#listing();
    const isListed = prompts.some((prompt) => prompt["name"] === name);
    if (!isListed || !this.#permits(name)) throw invalidParams(`Prompt ${name} not found`);
  }

  /** What can be completed is listed. */
  async #refuseReference(uri: unknown): Promise<void> {
    const { resources, resourceTemplates } = await this.#listing();
    const isListed = [...resources, ...resourceTemplates].some(
      (item) => (item["uri"] ?? item["uriTemplate"]) === uri,
    );
    if (!isListed || !this.#permits(uri)) throw notFound(uri);
  }

  /** A resource that is not listed may be there all the same; one that is held is not. */
  async #refuseUri(uri: unknown): Promise<void> {
    await this.#listing().catch(() => undefined);
    const isHeld = this.#gateway.upstreams.withholds(this.#server, String(uri));
    if (isHeld || !this.#permits(uri)) throw notFound(uri);
  }
}

/** The one answer to an address that leads nowhere, for whatever reason. */
function notFound(uri: unknown): Error {
  return invalidParams(`Resource ${uri} not found`, { uri });
}

function isInputRequired(answer: unknown): answer is InputRequired {
  return isRecord(answer) && answer["type"] === "input-required" && "requests" in answer;
}
