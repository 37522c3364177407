import { toSourceId } from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import type { Gateway } from "../../gateway.ts";
import type { MeterLabels } from "../../server/meter.ts";
import type { UpstreamHealth } from "../../upstream/upstream.ts";
import { VERSION } from "../../version.ts";
import type { MetricFamily } from "./prometheus-text.ts";

const STATES: readonly UpstreamHealth["state"][] = ["asleep", "starting", "up", "failing", "closed"];

/** What can be told of a gateway at this moment. Nothing is started by asking. */
export function gatewayGauges(
  gateway: Gateway,
  { running, index }: { readonly running: number; readonly index?: SearchIndex | undefined },
): MetricFamily[] {
  return [
    gauge("build_info", "Which version runs.", [[{ version: VERSION, node: process.versions.node }, 1]]),
    gauge("calls_running", "Calls that have begun and not ended.", [[{}, running]]),
    ...upstreamGauges(gateway),
    ...catalogGauges(gateway),
    ...(index === undefined ? [] : indexGauges(index)),
    ...processGauges(),
  ];
}

/** One server may have an upstream for each principal or workspace: they are added up. */
function upstreamGauges({ upstreams, config }: Gateway): MetricFamily[] {
  const all = upstreams.all();
  const servers = config.servers.map(({ name }) => {
    const own = all.filter(({ upstream }) => upstream.server.name === name).map(({ upstream }) => upstream);
    return { server: toSourceId(name), own };
  });
  const sum = (part: "running" | "waiting"): Values =>
    servers.map(({ server, own }) => [{ server }, own.reduce((total, { load }) => total + load[part], 0)]);
  return [
    gauge(
      "upstreams",
      "Processes and connections of a server, by how they are.",
      servers.flatMap(({ server, own }) =>
        STATES.map((state) => [{ server, state }, own.filter(({ health }) => health.state === state).length]),
      ),
    ),
    gauge("upstream_requests_running", "Requests that a server is at work on.", sum("running")),
    gauge("upstream_requests_waiting", "Requests that wait for their turn at a server.", sum("waiting")),
  ];
}

function catalogGauges(gateway: Gateway): MetricFamily[] {
  const { sources, setAside } = gateway.runtime.catalog.snapshot();
  const { servers } = gateway.config;
  const ids = new Set(servers.map(({ name }) => toSourceId(name)));
  const listed = sources.filter(({ id }) => ids.has(id));
  const countAside = (id: string): number => setAside.filter(({ source }) => source === id).length;
  return [
    gauge(
      "catalog_tools",
      "Tools in the catalog.",
      listed.map(({ id, tools }) => [{ server: id }, tools]),
    ),
    gauge(
      "catalog_set_aside",
      "Tools that a server lists and that are not usable.",
      listed.map(({ id }) => [{ server: id }, countAside(id)]),
    ),
    gauge("servers_configured", "Servers in the config.", [[{}, servers.length]]),
    gauge("servers_listed", "Servers whose tools are in the catalog.", [[{}, listed.length]]),
  ];
}

function indexGauges({ size, pending }: SearchIndex): MetricFamily[] {
  return [
    gauge("index_tools", "Tools in the search index.", [[{}, size]]),
    gauge("index_pending", "Tools that are searched without their meaning yet.", [[{}, pending]]),
  ];
}

function processGauges(): MetricFamily[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  const cpu = gauge("process_cpu_seconds_total", "Processor time.", [[{}, (user + system) / 1e6]]);
  return [
    { ...cpu, type: "counter" },
    gauge("process_resident_memory_bytes", "Memory that the system gave.", [[{}, rss]]),
    gauge("process_heap_used_bytes", "Memory of JavaScript's own.", [[{}, heapUsed]]),
    gauge("process_start_time_seconds", "When it was started.", [[{}, Math.round(startedAt)]]),
  ];
}

type Values = readonly (readonly [labels: MeterLabels, value: number])[];

function gauge(name: string, help: string, values: Values): MetricFamily {
  const samples = values.map(([labels, value]) => ({ labels, value }));
  return { name: `plimsoll_${name}`, help, type: "gauge", samples };
}
