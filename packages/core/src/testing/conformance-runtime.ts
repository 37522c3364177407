import type { StrategyName } from "../activation/record.ts";
import { createRuntime } from "../runtime/create-runtime.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Tool } from "../tool/tool.ts";

/** What was run, in order, with what it was given. */
export type RunLog = { readonly name: string; readonly input: unknown }[];

const SUBJECTS = [
  "invoice",
  "branch",
  "ticket",
  "contract",
  "parcel",
  "meeting",
  "recipe",
  "passenger",
  "sensor",
  "payroll",
  "garden",
  "telescope",
] as const;

/** The tools that the scripted conversation loads, one after the other. */
export const LOADED: readonly string[] = SUBJECTS.map((subject) => `archive_${subject}`);

/** Names that no provider takes as they are. */
export const ODD_NAMES: readonly string[] = [
  "reports.daily",
  "rapport/été",
  "a".repeat(120),
  "sync:all now",
  "9_lives",
];

/** A runtime over a small catalog of its own: two tools in the head, the others deferred, some of them from servers. */
export function createConformanceRuntime(strategy: StrategyName, log: RunLog = []): Runtime {
  const runtime = createRuntime({
    strategy,
    tools: [
      aTool("read", log, { lazy: false }),
      aTool("write", log, { lazy: false }),
      ...LOADED.map((name, at) => aTool(name, log, at % 3 === 0 ? withGuidance(name) : {})),
      ...SUBJECTS.map((subject) => aTool(`list_${subject}s`, log)),
      aTool("fail_loudly", log, { execution: { type: "run", run: fail } }),
    ],
  });
  addServer(runtime, "forge", ["push", "pull", ...ODD_NAMES], log);
  return runtime;
}

/** A server with such tools, which may come while a conversation runs. */
export function addServer(runtime: Runtime, id: string, names: readonly string[], log: RunLog): void {
  runtime.catalog.replace({ id, kind: "mcp" }, { tools: names.map((name) => aTool(name, log)) });
}

function aTool(name: string, log: RunLog, rest: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name.replaceAll("_", " ")} for whoever asks`,
    inputSchema: {
      type: "object",
      properties: { id: { type: "string" }, note: { type: "string" } },
      required: ["id"],
    },
    lazy: true,
    execution: {
      type: "run",
      run: (input: unknown) => {
        log.push({ name, input });
        return `${name} is done`;
      },
    },
    ...rest,
  };
}

function withGuidance(name: string): Partial<Tool> {
  return { antiFallback: "do not do it by hand", guidelines: [`Ask before ${name}.`] };
}

function fail(): never {
  throw new Error("It broke.");
}
