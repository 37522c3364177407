import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { RequestLimits } from "../../config/config.ts";
import type { Meter } from "../meter.ts";
import { countOver, type LimitName, toLimitError } from "./limit-answer.ts";

/**
 * Ends connections of clients that take too long: to send a request, or to read its answer. One whose tool is at work
 * is waited for.
 */
export function cutSlowClients(server: Server, limits: RequestLimits, meter: Meter): void {
  const answers = new Map<Duplex, ServerResponse>();
  server.on("request", ({ socket }, response) => {
    answers.set(socket, response);
    response.once("close", () => {
      if (answers.get(socket) === response) answers.delete(socket);
    });
  });
  server.timeout = limits.idleSeconds * 1000;
  // Node tells of a silence; it has looked whether what is being written moves.
  server.on("timeout", (socket: Socket) => {
    const isAnswered = answers.has(socket);
    if (isAnswered && socket.writableLength === 0) return;
    if (isAnswered) countOver("idleSeconds", meter);
    socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const limit: LimitName = answer === undefined ? "headerSeconds" : "requestSeconds";
    if (isSlow) countOver(limit, meter);
    if (!socket.writable || answer?.headersSent === true) return void socket.destroy();
    socket.end(isSlow ? toTimeout(limit, limits[limit]) : toRefusal(error));
  });
}

function toTimeout(limit: LimitName, most: number): string {
  const what = limit === "headerSeconds" ? "Its headers" : "The request";
  const message = `${what} took longer than ${most} seconds to arrive. Send it again.`;
  return toRawAnswer(408, toLimitError({ limit, status: 408, message, most }));
}

function toRefusal({ code }: NodeJS.ErrnoException): string {
  const isTooLong = code === "HPE_HEADER_OVERFLOW";
  const message = isTooLong ? "The headers are too long." : "The request is not HTTP that can be read.";
  const error = { code: -32_600, message };
  return toRawAnswer(isTooLong ? 431 : 400, { jsonrpc: "2.0", error, id: null });
}

function toRawAnswer(status: number, body: object): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
    "",
    text,
  ].join("\r\n");
}
