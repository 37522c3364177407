import { toOutcomeResult } from "../call/outcome-result.ts";
import { perform } from "../dialects/perform.ts";
import { createEngine, toMetaContext } from "./engine.ts";
import { followSources } from "./follow-sources.ts";
import type { Runtime, RuntimeOptions } from "./runtime.ts";
import { takeStep } from "./take-step.ts";

const DEFAULT_LIMIT = 5;
const NO_CONVERSATION = { opening: undefined, loaded: [], appended: [], told: [], isReset: false, turn: 0 };

/** Makes a runtime: the composition root, where catalog, index, dialect and sources meet. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const engine = createEngine(options);
  const { catalog, dialect } = engine;
  catalog.replace({ id: "code", kind: "code" }, { tools: options.tools ?? [] });
  const sources = followSources(catalog, options.sources ?? []);
  return {
    catalog,
    dialect,
    step: (input) => takeStep(engine, input),
    async call(call, { model = "", ...asked } = {}) {
      const context = toMetaContext(engine, { model, ...asked }, NO_CONVERSATION, asked);
      const outcome = await perform(call, dialect, context);
      if (outcome.type === "host-executes") return { outcome, result: undefined };
      return { outcome, result: toOutcomeResult(outcome, dialect.nextCalls("bridge")) };
    },
    async find(text, { model = "", limit = DEFAULT_LIMIT, ...asked } = {}) {
      const view = engine.viewFor({ model, ...asked });
      return engine.liveIndex.at(view.snapshot).search({ ...asked, text, limit, view });
    },
    ready: () => sources.ready(),
    close: () => sources.close(),
  };
}
