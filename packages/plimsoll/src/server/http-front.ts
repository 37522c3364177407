import { isLegacyRequest } from "@modelcontextprotocol/server";
import type { Gateway } from "../gateway.ts";
import { isRecord } from "../internal/is-record.ts";
import { checkHops } from "../upstream/hops.ts";
import type { Authenticator } from "./auth/authenticator.ts";
import { Door } from "./auth/door.ts";
import { refuseStranger } from "./auth/strangers.ts";
import { tokenBookOf } from "./auth/token-book.ts";
import { closeFrontParts, createFrontParts, type FrontParts } from "./front-parts.ts";
import { type HttpRoute, MCP_PATH, readHttpRoute } from "./http-route.ts";
import { LegacyFront } from "./legacy-front.ts";
import { limitsOf } from "./limits/limits-of.ts";
import { type BegunRequest, OpenRequests } from "./limits/open-requests.ts";
import { ModernFront } from "./modern-front.ts";
import { ownerOf } from "./owner.ts";
import { noProfile } from "./profile.ts";
import { readBody, refuseType } from "./read-body.ts";
import { serviceNamed } from "./service-named.ts";
import { readToolsets, whyNoToolset } from "./toolsets.ts";
import { untilEnded } from "./until-ended.ts";
import type { Visit } from "./visit.ts";

const LOOP_DETECTED = 508;
const RECHECK_MS = 15_000;

/** The gateway as a web-standard handler. */
export interface HttpFront {
  fetch(request: Request): Promise<Response>;
  /** Ends the exchanges that are under way. */
  close(): Promise<void>;
}

/** How requests are let in. */
export interface HttpFrontOptions {
  /** In place of the one that the config asks for. */
  readonly authenticator?: Authenticator;
  /** The address that is listened on; 127.0.0.1 if absent. */
  readonly host?: string;
  /** Whether others than this machine's programs reach it. */
  readonly isExposed?: boolean;
  /** How often somebody who listens to a stream is asked again who they are. Default 15 seconds. */
  readonly recheckMs?: number;
  /** How long after a fetch of keys a key that is not there is not looked for again. Default 30 seconds. */
  readonly cooldownMs?: number;
}

/** Serves both eras of MCP at one path, to those who may come in. */
export function createHttpFront(gateway: Gateway, options: HttpFrontOptions = {}): HttpFront {
  const { host = "127.0.0.1", recheckMs = RECHECK_MS } = options;
  const { meter } = gateway;
  const parts = createFrontParts(gateway);
  const modern = new ModernFront(parts);
  const legacy = new LegacyFront(parts);
  const open = new OpenRequests(() => limitsOf(gateway.config), meter);
  const door = createDoor(gateway, options);
  const serve = async (request: Request, visit: Omit<Visit, "body">, begun: BegunRequest) => {
    const body = await readBody(request, limitsOf(gateway.config), meter);
    if (body instanceof Response) return body;
    const tooMany = isStream(request, body) ? begun.becomeStream() : undefined;
    if (tooMany !== undefined) return tooMany;
    const front = (await isLegacyRequest(request, body)) ? legacy : modern;
    return front.fetch(request, { ...visit, body });
  };
  return {
    async fetch(request) {
      const route = readRoute(request, { gateway, door, host });
      if (route instanceof Response) return route;
      const visit = await letIn(request, route, { door, parts });
      if (visit instanceof Response) return visit;
      const begun = open.begin(ownerOf(visit.principal));
      if (begun instanceof Response) return begun;
      const answer = await serve(request, visit, begun).catch((error: unknown) => {
        begun.end();
        throw error;
      });
      return follow(answer, {
        ended: () => begun.end(),
        isWelcome: async () => isWelcome(await door.admit(request, route.profile)),
        recheckMs,
      });
    },
    async close() {
      await modern.close();
      await legacy.close();
      closeFrontParts(parts);
    },
  };
}

function createDoor(gateway: Gateway, options: HttpFrontOptions): Door {
  const { authenticator, isExposed = false, cooldownMs } = options;
  return new Door({
    config: () => gateway.config,
    isExposed,
    meter: gateway.meter,
    authenticator,
    tokens: () => tokenBookOf(gateway.config.file),
    ...(cooldownMs === undefined ? {} : { cooldownMs }),
  });
}

/** Which part of the gateway a request is for; what is for none is answered, before anybody is asked who they are. */
function readRoute(
  request: Request,
  { gateway, door, host }: { readonly gateway: Gateway; readonly door: Door; readonly host: string },
): HttpRoute | Response {
  const answer =
    refuseStranger(request, { auth: gateway.config.auth, host }) ??
    refuseType(request) ??
    door.metadata(request);
  if (answer !== undefined) return answer;
  const loop = checkHops({ headers: request.headers }, gateway.id);
  if (loop !== undefined) return Response.json({ error: loop }, { status: LOOP_DETECTED });
  const route = readHttpRoute(new URL(request.url).pathname);
  return route ?? nothingHere(`There is nothing here. MCP is at ${MCP_PATH}.`);
}

async function letIn(
  request: Request,
  route: HttpRoute,
  { door, parts }: { readonly door: Door; readonly parts: FrontParts },
): Promise<Omit<Visit, "body"> | Response> {
  const admitted = await door.admit(request, route.profile);
  if (admitted instanceof Response) return admitted;
  const toolsets = readToolsets(request);
  const service = serviceNamed(parts, route.profile, toolsets);
  if (service === undefined) return nothingHere(noProfile(parts.gateway.config, route.profile).message);
  const noToolset = await whyNoToolset(parts, route.profile, toolsets);
  if (noToolset !== undefined) return invalidRequest(noToolset);
  return { route, service, principal: admitted.principal };
}

/** Follows an answer to its end. A stream may outlast the leave that it was opened with: then it is cut. */
function follow(
  answer: Response,
  {
    ended,
    isWelcome,
    recheckMs,
  }: {
    readonly ended: () => void;
    readonly isWelcome: () => Promise<boolean>;
    readonly recheckMs: number;
  },
): Response {
  let timer: NodeJS.Timeout | undefined;
  const { response, cut } = untilEnded(answer, () => {
    clearInterval(timer);
    ended();
  });
  if (response === answer) return response;
  timer = setInterval(async () => {
    if (!(await isWelcome())) cut();
  }, recheckMs);
  timer.unref();
  return response;
}

/** Nobody is put out because it cannot be told at the moment who they are. */
function isWelcome(admitted: object): boolean {
  return !(admitted instanceof Response) || admitted.status >= 500;
}

/** Whether a request asks for what may come later, rather than for an answer. */
function isStream({ method }: Request, body: unknown): boolean {
  return method === "GET" || (isRecord(body) && body["method"] === "subscriptions/listen");
}

function invalidRequest(message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_602, message }, id: null }, { status: 400 });
}

function nothingHere(error: string): Response {
  return Response.json({ error }, { status: 404 });
}
