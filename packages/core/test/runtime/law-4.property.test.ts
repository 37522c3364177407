import { createRuntime, type Policy, type Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tools } from "../arbitraries.ts";

const scenario = fc.tuple(tools, tools).chain(([code, served]) => {
  const names = [...code.map(({ name }) => name), ...served.map(({ name }) => `github/${name}`)];
  return fc.record({
    code: fc.constant(code),
    served: fc.constant(served),
    denied: fc.subarray(names),
    pins: fc.subarray(names),
    mode: fc.constantFrom("plan", "agent"),
  });
});

function aRuntime(code: readonly Tool[], served: readonly Tool[], policy: Policy) {
  const runtime = createRuntime({ tools: code, policy, budget: { headTokens: 1_000_000 } });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: served });
  return runtime;
}

const textOf = (entries: readonly unknown[]): string => JSON.stringify(entries);

describe("law 4: what is denied is as if it were not there", () => {
  test("the whole surface is byte-identical with and without the denied tools", () => {
    fc.assert(
      fc.property(scenario, ({ code, served, denied, pins, mode }) => {
        const isAllowed = (name: string) => !denied.includes(name);
        const input = { history: [], model: "m", mode };
        const under = aRuntime(code, served, { deny: denied, pins }).step(input);
        const without = aRuntime(
          code.filter(({ name }) => isAllowed(name)),
          served.filter(({ name }) => isAllowed(`github/${name}`)),
          { pins: pins.filter(isAllowed) },
        ).step(input);
        expect([under.tools, under.prompt]).toEqual([without.tools, without.prompt]);
        expect(under.tokens.allEager).toBe(without.tokens.allEager);
      }),
    );
  });

  test("every meta-tool answers as if they were not there", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ code, served, denied, mode }) => {
        const isAllowed = (name: string) => !denied.includes(name);
        const probes = denied.slice(0, 2);
        const calls = [
          {
            id: "1",
            name: "tool_find",
            arguments: { queries: ["get issue file", ...probes].slice(0, 8), limit: 25 },
          },
          { id: "2", name: "tool_describe", arguments: { names: ["get_issue", ...probes] } },
          ...probes.flatMap((name, at) => [
            { id: `c${at}`, name: "tool_call", arguments: { name, arguments: {} } },
            { id: `d${at}`, name, arguments: {} },
          ]),
        ];
        const answers = async (runtime: ReturnType<typeof aRuntime>) =>
          (await Promise.all(calls.map((call) => runtime.call(call, { mode })))).map(({ result }) => result);
        const under = await answers(aRuntime(code, served, { deny: denied }));
        const without = await answers(
          aRuntime(
            code.filter(({ name }) => isAllowed(name)),
            served.filter(({ name }) => isAllowed(`github/${name}`)),
            {},
          ),
        );
        expect(textOf(under)).toBe(textOf(without));
      }),
    );
  });
});
