import { afterEach, describe, expect, it, vi } from "vitest";
import { Ghosts } from "../../src/upstream/ghosts.ts";
import { raw } from "../support/servers.ts";
import { callOf, endOf, upstreamOf } from "../support/upstreams.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Somebody who waits, and writes down what reaches them. */
function client() {
  const heard: unknown[] = [];
  const ask = async ({ params }: { readonly params?: object }) => {
    heard.push(params);
    return { action: "accept", content: {} };
  };
  return { heard, options: { ask, log: (message: object) => heard.push(message) } };
}

describe("a request that nobody waits for any longer", () => {
  it.each([
    ["cancelled", 60],
    ["late", 2],
  ])(
    "(%s) asks and tells nobody else, while the server may be at work on it",
    async (how, timeoutSeconds) => {
      const upstream = upstreamOf(raw("scripted"), { timeoutSeconds });
      await upstream.introduction();
      const [one, other] = [client(), client()];
      const stop = new AbortController();
      const left = { ms: 3_000, ask: "Really?", log: "mine" };
      const ended = endOf(callOf(upstream, left, { ...one.options, signal: stop.signal }));
      if (how === "cancelled") setTimeout(() => stop.abort(new Error("it is cancelled")), 300);
      expect(await ended).toContain(`is ${how}`);
      const { told } = JSON.parse(await callOf(upstream, { after: 1 }, other.options));
      expect(told).toEqual([{ action: "cancel" }, "nothing"]);
      expect([one.heard, other.heard]).toEqual([[], []]);
      // The server has answered it, though nobody waited: who comes next can be asked again.
      await callOf(upstream, { ask: "And now?", log: "yours" }, other.options);
      expect(other.heard).toMatchObject([{ data: "yours" }, { message: "And now?" }]);
    },
  );

  it("is nothing to a server that was started again", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 2 });
    const { heard, options } = client();
    expect(await endOf(callOf(upstream, { isMute: true }, options))).toContain("is late");
    await callOf(upstream, { ask: "Too early?" }, options);
    expect(heard).toEqual([]);
    await upstream.stop();
    await callOf(upstream, { ask: "And now?" }, options);
    expect(heard).toMatchObject([{ message: "And now?" }]);
  });

  it("does not keep others from being asked for ever, where it is never answered", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const ghosts = new Ghosts(1_000);
    expect(ghosts.areThere).toBe(false);
    ghosts.add(1);
    vi.advanceTimersByTime(600);
    ghosts.add(2);
    ghosts.answered(2);
    expect(ghosts.areThere).toBe(true);
    vi.advanceTimersByTime(600);
    expect(ghosts.areThere).toBe(false);
  });
});
