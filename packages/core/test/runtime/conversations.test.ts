import {
  createRuntime,
  derive,
  type Message,
  type Policy,
  type Runtime,
  type Tool,
  toSurfaceBytes,
} from "@plimsoll/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling } from "./talk.ts";

const CODE = ["merge", "deploy", "rollback", "notify", "audit"];
const GITHUB = ["create_issue", "close_issue", "list_pulls"];
const DOCS = ["write_page", "erase_page", "list_pages"];
const NAMES = [...CODE, ...GITHUB.map((name) => `github/${name}`), ...DOCS.map((name) => `docs/${name}`)];
const CONVERSATIONS = 100;
const STEPS = 4;

/** What one conversation is, and what it was shown. */
interface Told {
  readonly policy: Policy;
  readonly history: readonly Message[];
  /** What was sent before each reply. */
  readonly sent: readonly ReturnType<typeof toSurfaceBytes>[];
}

/** Small delays, so that conversations and changes of the catalog come between each other's calls. */
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const makeTool = (name: string, version: number, delay: () => number): Tool =>
  aTool(name, {
    description: `Does its work, version ${version}`,
    lazy: true,
    execution: {
      type: "run",
      run: async () => {
        await later(delay());
        return `ran, version ${version}`;
      },
    },
  });

/** The catalog after so many changes. */
function change(runtime: Runtime, round: number, delay: () => number): void {
  const make = (name: string, at: number) => makeTool(name, Math.floor((round + at) / 3), delay);
  runtime.catalog.replace({ id: "code", kind: "code" }, { tools: CODE.map(make) });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: GITHUB.slice(round % 2).map(make) });
  if (round > 2) runtime.catalog.replace({ id: "docs", kind: "mcp" }, { tools: DOCS.map(make) });
}

const open = (strategy: "append" | "bridge"): Runtime => createRuntime({ strategy, gate: "strict" });

/** The model's calls: loads, calls of what may be loaded, and a search that would find everything. */
function callsFor(random: (most: number) => number) {
  const name = () => NAMES[random(NAMES.length)] ?? "";
  return [
    calling("tool_load", { names: [name(), name()] }),
    calling("tool_call", { name: name(), arguments: {} }),
    calling("tool_find", { query: "get the work done", limit: 25 }),
    calling(name(), {}),
  ].slice(random(2));
}

test.each(["append", "bridge"] as const)(
  "a hundred conversations over one changing catalog have nothing to do with each other (%s)",
  async (strategy) => {
    const [numbers = []] = fc.sample(fc.array(fc.nat(), { minLength: 2_000, maxLength: 2_000 }), {
      numRuns: 1,
      seed: 7,
    });
    let at = 0;
    const random = (most: number): number => (numbers[at++ % numbers.length] ?? 0) % most;
    const delay = (): number => random(4);
    const runtime = open(strategy);
    change(runtime, 0, delay);

    const converse = async (index: number): Promise<Told> => {
      const policy = { deny: NAMES.filter((_, place) => (place + index) % 3 === 0) };
      const sent: Told["sent"][number][] = [];
      let history: Message[] = [{ role: "user", text: "Begin" }];
      for (let step = 0; step < STEPS; step++) {
        await later(delay());
        // The model only says names that it may know.
        const calls = callsFor(random).filter(
          (call) => !policy.deny.some((name) => JSON.stringify(call).includes(`"${name}"`)),
        );
        const taken = runtime.step({ history, model: "m", policy });
        sent.push(toSurfaceBytes(taken));
        await later(delay());
        const named = calls.map((call, place) => ({ id: `${step}-${place}`, ...call }));
        history = [...history, ...(await taken.accept({ calls: named })), { role: "user", text: "Go on" }];
      }
      return { policy, history, sent };
    };
    let round = 0;
    const changing = setInterval(() => change(runtime, ++round, delay), 3);
    const told = await Promise.all(Array.from({ length: CONVERSATIONS }, (_, index) => converse(index)));
    clearInterval(changing);
    expect(round).toBeGreaterThan(2);

    const alone = open(strategy);
    change(alone, round, delay);
    let loads = 0;
    for (const { policy, history, sent } of told) {
      const activation = derive(history, runtime.catalog.snapshot());
      loads += activation.loaded.length;
      expect(derive(structuredClone(history), alone.catalog.snapshot())).toEqual(activation);
      const input = { model: "m", policy };
      expect(toSurfaceBytes(alone.step({ ...input, history: structuredClone(history) }))).toEqual(
        toSurfaceBytes(runtime.step({ ...input, history })),
      );
      const shown = JSON.stringify([sent, history]);
      for (const name of policy.deny ?? []) expect(shown).not.toContain(name.slice(name.indexOf("/") + 1));
      for (const [step, later] of sent.entries()) {
        const earlier = sent[step - 1];
        if (earlier === undefined) continue;
        if (strategy === "append") expect(later.tools.startsWith(earlier.tools)).toBe(true);
        else expect(later.tools).toBe(earlier.tools);
        expect(later.prompt).toBe(earlier.prompt);
        expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
      }
    }
    expect(loads).toBeGreaterThan(CONVERSATIONS);
  },
);
