import type { IncomingMessage, ServerResponse } from "node:http";
import type { Gateway } from "../../gateway.ts";
import { escapeUnseen } from "../../internal/escape-unseen.ts";
import { PROMETHEUS_TYPE } from "../metrics/prometheus-text.ts";
import { isOperator } from "./is-operator.ts";
import { Readiness } from "./readiness.ts";

const JSON_TYPE = "application/json";

/** What those who run a gateway are answered with. */
export interface OperatorRoutesOptions {
  readonly token?: string | undefined;
  /** The text of the metrics; where there are none, there is no such path. */
  readonly metrics?: (() => string) | undefined;
  readonly isAudited?: (() => boolean) | undefined;
}

/** Answers a request, if it is for one of the paths of operators. */
export type OperatorRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve; operators are told how each server is. `/metrics`, for
 * operators alone. Nobody else learns more than whether it runs.
 */
export function createOperatorRoutes(gateway: Gateway, options: OperatorRoutesOptions = {}): OperatorRoutes {
  const { token, metrics, isAudited } = options;
  const readiness = new Readiness(gateway, isAudited);
  const answerReady = async (request: IncomingMessage): Promise<Answer> => {
    const report = await readiness.report();
    const status = report.status === "ready" ? 200 : 503;
    if (!isOperator(request, token)) return toJson(status, { status: report.status });
    return toJson(status, { ...report, servers: readiness.servers() });
  };
  const answerMetrics = async (request: IncomingMessage, write: () => string): Promise<Answer> =>
    isOperator(request, token)
      ? { status: 200, type: PROMETHEUS_TYPE, body: write() }
      : toJson(token === undefined ? 403 : 401, { error: "Metrics are for the operator of this gateway." });
  const answer = (request: IncomingMessage): Promise<Answer> | undefined => {
    const [path] = (request.url ?? "").split("?");
    if (path === "/healthz") return Promise.resolve(toJson(200, { status: "ok" }));
    if (path === "/readyz") return answerReady(request);
    return path === "/metrics" && metrics !== undefined ? answerMetrics(request, metrics) : undefined;
  };
  return (request, response) => {
    const answered = answer(request);
    if (answered === undefined) return false;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const sent = isRead ? answered : Promise.resolve(toJson(405, { error: "Method not allowed." }));
    answered.catch(() => undefined);
    sent.then((one) => send(one, request, response)).catch(() => response.destroy());
    return true;
  };
}

function toJson(status: number, value: unknown): Answer {
  return { status, type: JSON_TYPE, body: `${escapeUnseen(JSON.stringify(value))}\n` };
}

function send({ status, type, body }: Answer, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 405 ? { allow: "GET, HEAD" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
