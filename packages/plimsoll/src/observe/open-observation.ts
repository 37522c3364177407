import { PlimsollError } from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import type { AuditConfig, GatewayConfig, LogConfig, LogLevel } from "../config/config.ts";
import type {} from "../errors.ts";
import { processRedactor } from "../secrets/redactor.ts";
import type { Meter } from "../server/meter.ts";
import { VERSION } from "../version.ts";
import type { AuditObserver } from "./audit/audit-observer.ts";
import { toEventMeter } from "./event-meter.ts";
import type { MetricsObserver } from "./metrics/metrics-observer.ts";
import type { Observer } from "./observer.ts";
import { Observers } from "./observers.ts";

/** Everybody who watches a gateway, as its config asks for. */
export interface Observation {
  readonly observers: Observers;
  /** For what is worth a number: those who watch hear of it. */
  readonly meter: Meter;
  readonly metrics: MetricsObserver | undefined;
  readonly audit: AuditObserver | undefined;
  /** The index of the gateway, once there is one: its size is a metric. */
  index?: SearchIndex;
}

/** What is said beside the config. */
export interface ObservationOptions {
  /** From the command line; it wins over the config's. */
  readonly logLevel?: LogLevel | undefined;
  /** Says to whoever runs the gateway what cannot be logged. */
  readonly say: (sentence: string) => void;
}

/**
 * Opens what the config asks for. Each part is imported only where it is asked for: a gateway that nobody watches
 * pays for none.
 */
export async function openObservation(
  config: GatewayConfig,
  { logLevel, say }: ObservationOptions,
): Promise<Observation | undefined> {
  const { audit: auditConfig, metrics: metricsConfig, telemetry } = config;
  const log = toLogConfig(config.log, logLevel);
  const isWatched = [log, auditConfig, metricsConfig].some((part) => part !== undefined);
  if (!isWatched && telemetry?.traces !== true) return undefined;
  if (metricsConfig?.token !== undefined) {
    processRedactor.learn([{ value: metricsConfig.token, isCertain: true }]);
  }
  const observers = new Observers();
  const meter = toEventMeter(observers);
  try {
    if (telemetry?.traces === true) observers.add(await openTraces());
    const metrics = metricsConfig === undefined ? undefined : await openMetrics();
    if (metrics !== undefined) observers.add(metrics);
    if (log !== undefined) observers.add(await openLog(log, { meter, say }));
    const audit =
      auditConfig === undefined ? undefined : await openAudit(auditConfig, config.file, { meter, say });
    if (audit !== undefined) observers.add(audit);
    return { observers, meter, metrics, audit };
  } catch (error) {
    await observers.close();
    throw error;
  }
}

interface Parts {
  readonly meter: Meter;
  readonly say: (sentence: string) => void;
}

function toLogConfig(log: LogConfig | undefined, level: LogLevel | undefined): LogConfig | undefined {
  return level === undefined ? log : { ...log, level };
}

async function openLog(config: LogConfig, { meter, say }: Parts): Promise<Observer> {
  const { createLogObserver } = await import("./log-observer.ts");
  const lost = (reason: string): void => {
    meter.count("log_failures");
    say(`Lines of the log are lost: ${reason}.`);
  };
  return createLogObserver({ config, redactor: processRedactor, lost });
}

async function openAudit(config: AuditConfig, served: string, { meter, say }: Parts): Promise<AuditObserver> {
  const [{ AuditFile }, { createAuditObserver }] = await Promise.all([
    import("./audit/audit-file.ts"),
    import("./audit/audit-observer.ts"),
  ]);
  const file = new AuditFile(config.file, { plimsoll: VERSION, pid: process.pid, config: served });
  await file.open().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The audit ${config.file} cannot be written: ${reason}. Name another file in "audit".`;
    if (config.onFailure === "refuse") {
      throw new PlimsollError("AUDIT_UNUSABLE", message, { file: config.file, reason }, { cause });
    }
    say(message);
  });
  return createAuditObserver({ config, file, redactor: processRedactor, meter, say });
}

async function openMetrics(): Promise<MetricsObserver> {
  const { createMetricsObserver } = await import("./metrics/metrics-observer.ts");
  return createMetricsObserver((text) => processRedactor.redact(text));
}

async function openTraces(): Promise<Observer> {
  const [{ createTraceObserver }, api] = await Promise.all([
    import("./trace-observer.ts"),
    import("@opentelemetry/api").catch((cause: unknown) => {
      const packages = ["@opentelemetry/api"];
      const message = `Traces need the package ${packages[0]}, which is not installed. Run: npm install ${packages[0]}, or leave "traces" out of "telemetry".`;
      throw new PlimsollError("TELEMETRY_MISSING", message, { packages }, { cause });
    }),
  ]);
  return createTraceObserver(api, (text) => processRedactor.redact(text));
}
