import { PlimsollError } from "../../errors.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { McpClient, McpRequestOptions, McpTool, McpToolPage } from "./mcp-client.ts";

/** At the pages of ten that some servers give, as many tools as the largest catalogs have. */
const MAX_PAGES = 1_000;

/** Reads one page, from a cursor on. */
type ReadPage = (cursor: string | undefined) => Promise<McpToolPage>;

/** Everything a server lists, page by page. A server that never comes to an end is an error, and costs its source alone. */
export async function listTools(client: McpClient, source: string, signal: AbortSignal): Promise<McpTool[]> {
  // A server without tools need not answer, and the SDK's own `listTools` prints that.
  if (client.getServerCapabilities !== undefined && client.getServerCapabilities()?.tools === undefined) {
    return [];
  }
  const options: McpRequestOptions = { signal, cacheMode: "refresh" };
  try {
    return await readPages(source, (cursor) =>
      client.listTools(cursor === undefined ? {} : { cursor }, options),
    );
  } catch (cause) {
    if (client.request === undefined || !isRefusedResult(cause)) throw cause;
    return readPages(source, (cursor) => requestPage(client, cursor, signal));
  }
}

async function readPages(source: string, read: ReadPage): Promise<McpTool[]> {
  const tools: McpTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    // One by one: a page can be longer than what a call takes as arguments.
    for (const tool of page.tools) tools.push(tool);
    cursor = page.nextCursor;
    if (cursor === undefined) return tools;
    if (seen.has(cursor)) throw endless(source, `it gave the cursor ${JSON.stringify(cursor)} twice`);
    seen.add(cursor);
  } while (seen.size < MAX_PAGES);
  throw endless(source, `it goes on after ${MAX_PAGES} pages`);
}

/** The SDKs check a page as a whole: version 2 says so by this code, version 1 with the issues of its schema library. */
function isRefusedResult(cause: unknown): boolean {
  const { code, issues }: Readonly<Record<string, unknown>> = isRecord(cause) ? cause : {};
  return code === "INVALID_RESULT" || Array.isArray(issues);
}

/** The page as the server gave it: what of it is no tool is set aside by the catalog, one by one. */
async function requestPage(
  client: McpClient,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<McpToolPage> {
  const request = { method: "tools/list", params: cursor === undefined ? {} : { cursor } };
  const result = await (client as unknown as Requesting).request(request, ANY_RESULT, { signal });
  const { tools, nextCursor } = isRecord(result) ? result : {};
  if (!Array.isArray(tools)) throw new Error('Its answer to "tools/list" has no list of tools.');
  return { tools, ...(typeof nextCursor === "string" ? { nextCursor } : {}) };
}

/** The form that both versions of the SDK have. */
interface Requesting {
  request(request: object, resultSchema: typeof ANY_RESULT, options: McpRequestOptions): Promise<unknown>;
}

/** Lets any result pass: a Standard Schema for version 2, and what version 1 asks of a schema. */
const ANY_RESULT = {
  "~standard": { version: 1, vendor: "plimsoll", validate: (value: unknown) => ({ value }) },
  safeParse: (data: unknown) => ({ success: true, data }),
} as const;

function endless(source: string, why: string): PlimsollError<"LISTING_ENDLESS"> {
  const reason = `its list of tools has no end: ${why}`;
  return new PlimsollError("LISTING_ENDLESS", `Source "${source}" cannot be listed: ${reason}.`, {
    source,
    reason,
  });
}
