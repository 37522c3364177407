import { toSourceId, toWireName } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { compareText } from "../internal/compare.ts";
import { fitsTemplate } from "./fits-template.ts";
import { fromGatewayUri, type ServerUri, toGatewayUri } from "./gateway-uri.ts";
import { type ListedServer, listServer, listServers } from "./listings.ts";
import type { Profile } from "./profile.ts";
import type { Item } from "./service.ts";
import { invalidParams } from "./wire-error.ts";

/** A prompt or resource of a server, and the server's name. */
export interface Found {
  readonly server: string;
  readonly id: string;
  /** As the server has it. */
  readonly own: string;
}

/** The prompts and resources of all servers, under names and addresses that tell the servers apart. */
export class AggregateItems {
  readonly #gateway: Gateway;
  readonly #profile: Profile;

  constructor(gateway: Gateway, profile: Profile) {
    this.#gateway = gateway;
    this.#profile = profile;
  }

  async listPrompts(): Promise<readonly Item[]> {
    const prompts = await this.#collect(
      ({ prompts }) => prompts,
      ({ name }) => name,
    );
    return prompts
      .map(({ item, id, own }) => ({ ...item, name: toPromptName(id, own) }))
      .sort((a, b) => compareText(a.name, b.name));
  }

  async listResources(): Promise<readonly Item[]> {
    const resources = await this.#collect(
      ({ resources }) => resources,
      ({ uri }) => uri,
    );
    return resources
      .map(({ item, id, own }) => ({ ...item, uri: toGatewayUri({ source: id, uri: own }) }))
      .sort((a, b) => compareText(a.uri, b.uri));
  }

  async listResourceTemplates(): Promise<readonly Item[]> {
    const templates = await this.#collect(
      ({ resourceTemplates }) => resourceTemplates,
      ({ uriTemplate }) => uriTemplate,
    );
    return templates
      .map(({ item, id, own }) => ({ ...item, uriTemplate: toGatewayUri({ source: id, uri: own }) }))
      .sort((a, b) => compareText(a.uriTemplate, b.uriTemplate));
  }

  /** The prompt of a name. Only what is listed is there: what is held or denied is told from nothing by no answer. */
  async findPrompt(name: string): Promise<Found> {
    const listed = await this.#collect(
      ({ prompts }) => prompts,
      ({ name }) => name,
    );
    const found = listed.find(({ id, own }) => toPromptName(id, own) === name);
    if (found !== undefined) return found;
    throw invalidParams(`There is no prompt ${JSON.stringify(name)}. List them with prompts/list.`);
  }

  /**
   * The resource of an address. A server's own address, which may stand in a text or in metadata, is looked for among
   * what the servers list.
   */
  async findResource(address: string): Promise<Found> {
    const parts = fromGatewayUri(address);
    const known = parts === undefined ? await this.#findListed(address) : [parts];
    const candidates = known.filter(({ source, uri }) => this.#profile.permitsItem(source, uri));
    const [found, other] = candidates;
    if (other !== undefined) {
      const addresses = candidates.map(toGatewayUri).join(", ");
      throw invalidParams(`Several servers have the resource ${address}. Name one: ${addresses}`, {
        uri: address,
      });
    }
    const server = found === undefined ? undefined : this.#serverOf(found.source);
    if (found === undefined || server === undefined || (await this.#isHeld(server, found.uri))) {
      throw resourceNotFound(address);
    }
    return { server, id: found.source, own: found.uri };
  }

  /** What can be completed: a resource or template that is listed, by its address here. */
  async findCompletable(address: string): Promise<Found> {
    const resources = await this.#collect(
      ({ resources, resourceTemplates }) => [...resources, ...resourceTemplates],
      ({ uri, uriTemplate }) => uri ?? uriTemplate,
    );
    const found = resources.filter(({ id, own }) =>
      [own, toGatewayUri({ source: id, uri: own })].includes(address),
    );
    const [only, other] = found;
    if (only === undefined || (other !== undefined && other.id !== only.id)) throw resourceNotFound(address);
    return only;
  }

  async #findListed(uri: string): Promise<readonly ServerUri[]> {
    const all = await listServers(this.#gateway);
    // A server that the client has nothing of must not stand before one that it has.
    const servers = all.filter(({ id }) => this.#profile.permitsItem(id, uri));
    const exact = servers.filter(({ listing }) =>
      listing.resources.some((resource) => resource["uri"] === uri),
    );
    const owners = exact.length > 0 ? exact : servers.filter((server) => hasTemplateFor(server, uri));
    return owners.map(({ id }) => ({ source: id, uri }));
  }

  /** A resource that is not listed may be there all the same; one that is held is not. */
  async #isHeld(server: string, uri: string): Promise<boolean> {
    await listServer(this.#gateway, server).catch(() => undefined);
    return this.#gateway.upstreams.withholds(server, uri);
  }

  #serverOf(id: string): string | undefined {
    return this.#gateway.upstreams.servers.find(({ name }) => toSourceId(name) === id)?.name;
  }

  async #collect(
    itemsOf: (listing: ListedServer["listing"]) => readonly Item[],
    nameOf: (item: Item) => unknown,
  ): Promise<(Found & { readonly item: Item })[]> {
    const servers = await listServers(this.#gateway);
    return servers.flatMap(({ name: server, id, listing }) =>
      itemsOf(listing).flatMap((item) => {
        const own = nameOf(item);
        if (typeof own !== "string" || !this.#profile.permitsItem(id, own)) return [];
        return [{ server, id, own, item }];
      }),
    );
  }
}

/** The one answer to an address that leads nowhere, for whatever reason. */
export function resourceNotFound(address: string): Error {
  return invalidParams(`Resource not found: ${address}`, { uri: address });
}

function toPromptName(id: string, own: string): string {
  return toWireName(`${id}/${own}`);
}

function hasTemplateFor({ listing }: ListedServer, uri: string): boolean {
  return listing.resourceTemplates.some(
    ({ uriTemplate }) => typeof uriTemplate === "string" && fitsTemplate(uriTemplate, uri),
  );
}
