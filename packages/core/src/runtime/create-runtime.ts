import { callOnce } from "./call-once.ts";
import { checkCall, checkPolicies, checkStepInput, checkText } from "./check-options.ts";
import { createEngine } from "./engine.ts";
import { followSources } from "./follow-sources.ts";
import { resume } from "./resume.ts";
import type { Runtime, RuntimeOptions } from "./runtime.ts";
import { toSubagent } from "./subagent.ts";
import { takeStep } from "./take-step.ts";

const DEFAULT_LIMIT = 5;

/** Makes a runtime: the composition root, where catalog, index, dialect and sources meet. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const parts = createEngine(options);
  const { catalog, dialect, telemetry } = parts;
  catalog.subscribe(({ source }) =>
    telemetry.emit(() => {
      const { version, setAside } = catalog.snapshot();
      return { type: "catalog-changed", version, source, setAside: setAside.length };
    }),
  );
  catalog.replace({ id: "code", kind: "code" }, { tools: options.tools ?? [] });
  const postpones = dialect.postponesSources === true;
  const sources = followSources(catalog, options.sources ?? [], { postpones });
  const engine = { ...parts, sources };
  return {
    catalog,
    dialect,
    step(input) {
      checkStepInput(input);
      return takeStep(engine, input);
    },
    async resume(input) {
      checkStepInput(input);
      return resume(engine, input);
    },
    subagent(parent, asked) {
      checkStepInput(parent);
      return toSubagent(engine, parent, asked);
    },
    async call(call, asked) {
      checkCall(call);
      checkPolicies(asked?.policy);
      return callOnce(engine, call, asked);
    },
    async find(text, { model = "", limit = DEFAULT_LIMIT, ...asked } = {}) {
      checkText(text);
      checkPolicies(asked.policy);
      const view = engine.viewFor({ model, ...asked });
      const index = engine.telemetry.observe(engine.liveIndex.at(engine.catalog.snapshot()));
      return index.search({ ...asked, text, limit, view });
    },
    follow: (source) => sources.follow(source),
    ready: () => sources.ready(),
    close: () => sources.close(),
  };
}
