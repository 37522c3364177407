import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createModelThread } from "../../src/embedder/model-thread.ts";

/** An engine that answers, for each text, how often it was asked, and which instance of it answers. */
const ENGINE = `data:text/javascript,${encodeURIComponent(`
const instance = Math.random();
let asked = 0;
export const createEmbedder = ({ model }) => ({
  embed: async (texts) => {
    asked += 1;
    if (texts.includes("throw")) throw new Error("no vector for " + model.name);
    if (texts.includes("leave")) process.exit(3);
    return texts.map(() => [asked, instance]);
  },
});`)}`;
const newThread = (idleMs?: number) =>
  createModelThread({ engine: ENGINE, model: { name: "m" }, ...(idleMs === undefined ? {} : { idleMs }) });

describe("the thread of a model", () => {
  it("takes one job after the other, and those that are waited for before the others", async () => {
    const thread = newThread();
    const jobs = [
      thread.embed(["a", "b"], false),
      thread.embed(["c"], false),
      thread.embed(["d"], false),
      thread.embed(["query"], true),
    ];
    const answers = await Promise.all(jobs);
    expect(answers.map(({ length }) => length)).toEqual([4, 2, 2, 2]);
    expect(answers.map(([asked]) => asked)).toEqual([1, 3, 4, 2]);
  });

  it("stays while there is something to do, ends when idle, and starts again", async () => {
    const thread = newThread(200);
    const instanceOf = async () => (await thread.embed(["x"], false))[1];
    const first = await instanceOf();
    expect(await instanceOf()).toBe(first);
    await delay(1_000);
    expect(await instanceOf()).not.toBe(first);
  });

  it.each([
    ["throw", "no vector for m"],
    ["leave", "The model's thread ended with code 3."],
  ])(
    "fails what was asked of it where it dies (%s), and what is asked next is answered",
    async (text, says) => {
      const thread = newThread();
      const failed = await Promise.allSettled([thread.embed([text], false), thread.embed(["x"], false)]);
      expect(failed.map((job) => job.status === "rejected" && job.reason.message)).toEqual([says, says]);
      expect(await thread.embed(["x"], false)).toHaveLength(2);
    },
  );

  it("fails what was asked where the engine cannot be loaded", async () => {
    const thread = createModelThread({
      engine: "data:text/javascript,throw new Error('no engine')",
      model: {},
    });
    await expect(thread.embed(["x"], true)).rejects.toThrow("no engine");
  });
});
