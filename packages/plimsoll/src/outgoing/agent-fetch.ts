import type { LookupFunction } from "node:net";
import { Agent, fetch } from "undici";

/** A `fetch` whose connections are its own. */
export interface AgentFetch {
  fetch(url: URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Makes one that looks names up by a function of the caller's. */
export function createAgentFetch(lookup: LookupFunction): AgentFetch {
  const agent = new Agent({ connect: { lookup } });
  return { fetch: (url, init) => fetchBy(agent, url, init), close: () => agent.destroy() };
}

/** By undici's own `fetch`, which can be told how to connect; its answer as one of this runtime's. */
async function fetchBy(agent: Agent, url: URL, init: RequestInit = {}): Promise<Response> {
  const { method, headers, body, signal } = init;
  const answer = await fetch(url, {
    dispatcher: agent,
    redirect: "manual",
    headers: [...new Headers(headers)],
    ...(method === undefined ? {} : { method }),
    ...(body === undefined || body === null ? {} : { body: String(body) }),
    ...(signal === undefined || signal === null ? {} : { signal }),
  });
  const { status, statusText } = answer;
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : (answer.body as ReadableStream | null), {
    status,
    statusText,
    headers: [...answer.headers],
  });
}
