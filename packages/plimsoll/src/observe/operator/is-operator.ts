import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const LOCAL_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Whether a request comes from whoever runs the gateway: with the token, where there is one; else from a program of
 * this machine. A request that a proxy on this machine handed on comes from elsewhere, and so does one by a name that
 * only points here, or from a page in a browser.
 */
export function isOperator({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token !== undefined) return isSame(readBearer(headers.authorization), token);
  return (
    LOOPBACK.test(socket.remoteAddress ?? "") &&
    LOCAL_NAME.test(headers.host ?? "") &&
    headers.origin === undefined &&
    FORWARDED.every((header) => headers[header] === undefined)
  );
}

function readBearer(header: string | undefined): string {
  return /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header ?? "")?.[1] ?? "";
}

/** Without telling by the time it takes how much of it is right. */
function isSame(given: string, own: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(own));
}
