import { createRuntime, loadO200kCounter, type Message } from "@plimsoll/core";
import { goEntTools } from "../../examples/quartet/tools.ts";

/** A workflow, and the tools it loads one load after the other. */
interface Workflow {
  readonly name: string;
  readonly loads: readonly (readonly string[])[];
}

/** The rows of the published table first, then the other workflows that it describes. */
const WORKFLOWS: readonly Workflow[] = [
  { name: "meta-tools only", loads: [] },
  { name: "simple spec task", loads: [["spec_validate"]] },
  { name: "registry workflow", loads: [["registry_next", "registry_update", "registry_list"]] },
  {
    name: "complex workflow",
    loads: [
      ["workflow_start", "workflow_status", "workflow_approve"],
      ["loop_start", "loop_get", "loop_cancel"],
    ],
  },
  { name: "guided workflow", loads: [["workflow_start", "workflow_status", "workflow_approve"]] },
  { name: "one task after the other", loads: [["spec_init"], ["spec_list"], ["spec_validate"]] },
];

/** What a workflow's tools cost in its last step, in o200k tokens. */
export interface QuartetRow {
  readonly name: string;
  readonly loaded: number;
  /** In the array, the four meta-tools included. */
  readonly tools: number;
  /** Definitions and prompt section. */
  readonly tokens: number;
  /** The share of the tokens that all tools at once would cost and this does not. */
  readonly reduction: number;
}

/** The table of the dialect `quartet`. */
export interface QuartetFigures {
  readonly allEager: { readonly tools: number; readonly tokens: number };
  readonly rows: readonly QuartetRow[];
}

/** Measures each workflow by playing its loads. */
export async function measureQuartet(): Promise<QuartetFigures> {
  const runtime = createRuntime({
    tools: goEntTools,
    dialect: "quartet",
    countTokens: await loadO200kCounter(),
  });
  const start = runtime.step({ history: [], model: "deepseek-v4" });
  // As published, the baseline holds the four as well.
  const allEager = {
    tools: goEntTools.length + start.tools.length,
    tokens: start.tokens.allEager + start.tokens.head,
  };
  const rows: QuartetRow[] = [];
  for (const { name, loads } of WORKFLOWS) {
    const history: Message[] = [{ role: "user", text: name }];
    for (const [at, names] of loads.entries()) {
      const calls = [{ id: `${at}`, name: "tool_load", arguments: { names } }];
      history.push(...(await runtime.step({ history, model: "deepseek-v4" }).accept({ calls })));
    }
    const { tools, tokens } = runtime.step({ history, model: "deepseek-v4" });
    const spent = tokens.head + tokens.loaded;
    const reduction = 1 - spent / allEager.tokens;
    rows.push({ name, loaded: loads.flat().length, tools: tools.length, tokens: spent, reduction });
  }
  return { allEager, rows };
}

/** The figures as lines. */
export function renderQuartet({ allEager, rows }: QuartetFigures): string[] {
  return [
    `all in the array: ${allEager.tools} tools, ${allEager.tokens} tokens`,
    ...rows.map(
      ({ name, loaded, tools, tokens, reduction }) =>
        `${name}: ${loaded} loaded, ${tools} tools, ${tokens} tokens, ${(reduction * 100).toFixed(1)} % less`,
    ),
  ];
}
