import { createRuntime, type LifecycleRow, type Manifest, type SourceKind, type Tool } from "@plimsoll/core";
import type { StatsSubject } from "../../src/stats/stats-subject.ts";
import { loadTokenCounter, type TokenCounter } from "../../src/stats/token-counter.ts";

/** A source of a test's own. */
export interface TestSource {
  readonly id: string;
  readonly kind: SourceKind;
  readonly tools: readonly Tool[];
}

/** What a subject of a test is made with, beside its sources. */
export interface SubjectOptions {
  readonly model?: string;
  readonly manifest?: Manifest;
  readonly lifecycle?: readonly LifecycleRow[];
  readonly counter?: TokenCounter;
}

/** A tool that nobody calls. */
export function tool(name: string, fields: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    execution: { type: "host" },
    ...fields,
  };
}

/** Real parts, filled with these sources. */
export async function subjectOf(
  sources: readonly TestSource[],
  { model = "claude-sonnet-5", manifest, lifecycle, counter: given }: SubjectOptions = {},
): Promise<StatsSubject> {
  const counter = given ?? (await loadTokenCounter({ exact: false }));
  const runtime = createRuntime({
    countTokens: counter.count,
    ...(manifest === undefined ? {} : { manifest }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
  });
  for (const { id, kind, tools } of sources) runtime.catalog.replace({ id, kind }, { tools });
  return { runtime, setAside: runtime.catalog.snapshot().setAside, model, counter };
}
