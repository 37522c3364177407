import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import type { RequestLimits } from "../config/config.ts";
import { isTextTooDeep } from "../wire/nesting.ts";
import { toLimitAnswer } from "./limits/limit-answer.ts";
import type { Meter } from "./meter.ts";

/** The body, read and parsed once for everybody; nothing, where the request has none. A wrong one is answered. */
export async function readBody(
  request: Request,
  { bodyBytes, nesting }: RequestLimits,
  meter: Meter,
): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  const read = await readRequestBody(request, bodyBytes).catch(() => undefined);
  if (read?.tooLarge === true) {
    const message = `The request body is too large: at most ${bodyBytes} bytes.`;
    return toLimitAnswer({ limit: "bodyBytes", status: 413, message, most: bodyBytes }, meter);
  }
  const text = read?.text ?? "";
  if (isTextTooDeep(text, nesting)) {
    const message = `The request body is nested too deeply: at most ${nesting} levels.`;
    return toLimitAnswer({ limit: "nesting", status: 413, message, most: nesting }, meter);
  }
  try {
    return JSON.parse(text);
  } catch {
    const error = { code: -32_700, message: "Parse error: the request body is not valid JSON." };
    return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 400 });
  }
}

/** What a page may send without asking is no request of MCP's. */
export function refuseType(request: Request): Response | undefined {
  if (request.method !== "POST" || isJsonContentType(request.headers.get("content-type"))) return undefined;
  return Response.json({ error: "The content type must be application/json." }, { status: 415 });
}
