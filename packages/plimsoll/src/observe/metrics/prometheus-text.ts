import type { MeterLabels } from "../../server/meter.ts";

/** The media type of the text format of Prometheus. */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** A metric and all its values. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly MetricSample[];
}

/** One value. */
export interface MetricSample {
  /** What a histogram's parts have behind the name. */
  readonly suffix?: string;
  readonly labels: MeterLabels;
  readonly value: number;
}

/** Metrics in the text format of Prometheus, version 0.0.4. */
export function writeMetrics(families: readonly MetricFamily[]): string {
  return families.map(writeFamily).join("");
}

function writeFamily({ name, help, type, samples }: MetricFamily): string {
  if (samples.length === 0) return "";
  const head = `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
  const lines = samples.map(
    ({ suffix = "", labels, value }) => `${name}${suffix}${writeLabels(labels)} ${value}\n`,
  );
  return head + lines.join("");
}

function writeLabels(labels: MeterLabels): string {
  const written = Object.entries(labels).map(([key, value]) => `${key}="${escapeValue(value)}"`);
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
