import { resolve } from "node:path";
import type { Node } from "jsonc-parser";
import type { AuditConfig, GatewayConfig, LogConfig, MetricsConfig, TelemetryConfig } from "./config.ts";
import { configError } from "./config-text.ts";
import { LOG_LEVELS, OBSERVE_KEYS, type ObserveKey } from "./observing-words.ts";
import {
  membersOf,
  type Range,
  type Reader,
  readChoice,
  readNumber,
  readText,
  readTruth,
  unknownKey,
} from "./read-value.ts";

/** The keys of the section `log`. */
export const LOG_KEYS: readonly (keyof LogConfig)[] = ["level", "file"];

/** The keys of the section `audit`. */
export const AUDIT_KEYS: readonly (keyof AuditConfig)[] = ["file", "arguments", "onFailure"];

/** The keys of the section `metrics`. */
export const METRICS_KEYS: readonly (keyof MetricsConfig)[] = ["port", "host", "token"];

/** The keys of the section `telemetry`. */
export const TELEMETRY_KEYS: readonly (keyof TelemetryConfig)[] = ["traces"];

/** What can be kept of a call's arguments. */
export const AUDIT_ARGUMENTS: readonly AuditConfig["arguments"][] = ["hash", "full"];

/** What can become of calls that cannot be written down. */
export const AUDIT_FAILURES: readonly AuditConfig["onFailure"][] = ["refuse", "continue"];

/** What the port of metrics may be. */
export const METRICS_PORT: Range = { least: 1, most: 65_535, isWhole: true };

/** The fewest characters of a token: fewer could be guessed. */
export const SHORTEST_TOKEN = 16;

type Observing = Pick<GatewayConfig, ObserveKey>;

/** Reads the sections that are there. */
export function readObserving(reader: Reader, sectionAt: (key: string) => Node | undefined): Observing {
  const [log, audit, metrics, telemetry] = OBSERVE_KEYS.map(sectionAt);
  return {
    ...(log === undefined ? {} : { log: readLog(reader, log) }),
    ...(audit === undefined ? {} : { audit: readAudit(reader, audit) }),
    ...(metrics === undefined ? {} : { metrics: readMetrics(reader, metrics) }),
    ...(telemetry === undefined ? {} : { telemetry: readTelemetry(reader, telemetry) }),
  };
}

function readLog(reader: Reader, node: Node): LogConfig {
  const fields = fieldsOf(reader, node, "log", LOG_KEYS, '{ "level": "info" }');
  const [level, file] = [fields.get("level"), fields.get("file")];
  return {
    level: level === undefined ? "info" : readChoice(reader, level, '"level"', LOG_LEVELS),
    ...(file === undefined ? {} : { file: readFile(reader, file) }),
  };
}

function readAudit(reader: Reader, node: Node): AuditConfig {
  const example = '{ "file": "audit.jsonl" }';
  const fields = fieldsOf(reader, node, "audit", AUDIT_KEYS, example);
  const [file, kept, onFailure] = [fields.get("file"), fields.get("arguments"), fields.get("onFailure")];
  if (file === undefined) {
    throw configError(reader.source, node.offset, '"audit" has no "file".', `Write ${example}.`);
  }
  return {
    file: readFile(reader, file),
    arguments: kept === undefined ? "hash" : readChoice(reader, kept, '"arguments"', AUDIT_ARGUMENTS),
    onFailure:
      onFailure === undefined ? "refuse" : readChoice(reader, onFailure, '"onFailure"', AUDIT_FAILURES),
  };
}

function readMetrics(reader: Reader, node: Node): MetricsConfig {
  const fields = fieldsOf(reader, node, "metrics", METRICS_KEYS, '{ "port": 9464 }');
  const [port, host, token] = [fields.get("port"), fields.get("host"), fields.get("token")];
  if (host !== undefined && port === undefined) {
    const remedy =
      'Write "port" too, or leave "host" out: without a port of their own they are at the gateway\'s.';
    throw configError(reader.source, host.offset, '"host" of "metrics" is that of a port.', remedy);
  }
  return {
    ...(port === undefined ? {} : { port: readNumber(reader, port, '"port"', METRICS_PORT) }),
    ...(host === undefined ? {} : { host: readFilled(reader, host, '"host"') }),
    ...(token === undefined ? {} : { token: readToken(reader, token) }),
  };
}

function readToken(reader: Reader, node: Node): string {
  const token = readText(reader, node, '"token"');
  if (token.length >= SHORTEST_TOKEN) return token;
  const reason = `"token" has fewer than ${SHORTEST_TOKEN} characters.`;
  throw configError(reader.source, node.offset, reason, "Take one that cannot be guessed.");
}

function readTelemetry(reader: Reader, node: Node): TelemetryConfig {
  const traces = fieldsOf(reader, node, "telemetry", TELEMETRY_KEYS, '{ "traces": true }').get("traces");
  return { traces: traces !== undefined && readTruth(reader, traces, '"traces"') };
}

/** Relative to the folder of the config. */
function readFile(reader: Reader, node: Node): string {
  return resolve(reader.variables.folder, readFilled(reader, node, '"file"'));
}

function readFilled(reader: Reader, node: Node, what: string): string {
  const text = readText(reader, node, what);
  if (text !== "") return text;
  throw configError(reader.source, node.offset, `${what} is empty.`, "Write something, or leave it out.");
}

function fieldsOf(
  reader: Reader,
  node: Node,
  section: string,
  keys: readonly string[],
  example: string,
): ReadonlyMap<string, Node> {
  const properties = membersOf(reader, node, `"${section}"`, example);
  const unknown = properties.find(({ key }) => !keys.includes(key));
  if (unknown !== undefined) throw unknownKey(reader, unknown, `"${section}"`, keys);
  return new Map(properties.map(({ key, value }) => [key, value]));
}
