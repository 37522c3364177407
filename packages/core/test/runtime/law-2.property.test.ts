import { type Tool, toSurfaceBytes } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { retirements, tools } from "../arbitraries.ts";
import { events, PLAYED_MODEL, play, STRATEGIES } from "./conversation.ts";

/** A tool that nobody wants in the head, so that there is always something to defer. */
const deferredTool: Tool = {
  name: "archive_board",
  description: "Put a board away",
  inputSchema: { type: "object" },
  lazy: true,
  execution: { type: "run", run: () => "archived" },
};

const scenario = tools
  .map((listed) => [...listed.filter(({ name }) => name !== deferredTool.name), deferredTool])
  .chain((listed) => {
    const names = listed.map(({ name }) => name);
    return retirements(names).chain((lifecycle) =>
      events([...names, ...lifecycle.map(({ name }) => name)], tools).map((script) => ({
        listed,
        lifecycle,
        script,
      })),
    );
  });

describe.each(STRATEGIES)("law 2: what was sent stays sent (%s)", (strategy) => {
  test("what a step was given, the next one is given too, to the byte, and only more behind it", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ listed, lifecycle, script }) => {
        const { steps } = await play(listed, lifecycle, script, strategy);
        const bytes = steps.map(toSurfaceBytes);
        for (const [at, later] of bytes.entries()) {
          // Every step but the last is accepted: from the second on there is a record to obey.
          const earlier = bytes[at - 1];
          if (earlier === undefined) continue;
          if (strategy === "append") expect(later.tools.startsWith(earlier.tools)).toBe(true);
          else expect(later.tools).toBe(earlier.tools);
          expect(later.prompt).toBe(earlier.prompt);
          expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
          expect(steps[at]?.repinned).toBeUndefined();
          const names = steps[at]?.tools.map(({ name }) => name);
          expect(new Set(names).size).toBe(names?.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("two processes with the same record and catalog send the same bytes", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ listed, lifecycle, script }) => {
        const { history, runtime } = await play(listed, lifecycle, script, strategy);
        const first = runtime.step({ history, model: PLAYED_MODEL });
        const reversed = [...listed].reverse().map(reverseKeys);
        const other = await play(
          reversed,
          lifecycle,
          script.filter(({ type }) => type === "source"),
          strategy,
        );
        const second = other.runtime.step({
          history: JSON.parse(JSON.stringify(history)),
          model: PLAYED_MODEL,
        });
        expect(toSurfaceBytes(second)).toEqual(toSurfaceBytes(first));
      }),
      { numRuns: 100 },
    );
  });
});

function reverseKeys(tool: Tool): Tool {
  const { execution, ...rest } = tool;
  return { execution, ...Object.fromEntries(Object.entries(rest).reverse()) } as Tool;
}
