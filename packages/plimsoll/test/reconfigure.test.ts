import { createGateway, type Gateway, type GatewayConfig } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { isAlive } from "./support/processes.ts";
import { configOf, raw } from "./support/servers.ts";

let gateway: Gateway | undefined;
afterEach(() => gateway?.close());

async function start(config: GatewayConfig): Promise<Gateway> {
  gateway = createGateway({ config });
  await gateway.ready();
  return gateway;
}

/** The process that answers for a server. */
async function pidOf({ runtime }: Gateway, server: string): Promise<number> {
  const { result } = await runtime.call({ name: `${server}/fine`, arguments: {} });
  return Number(/pid (\d+)/.exec(JSON.stringify(result))?.[1]);
}

const toolsOf = ({ runtime }: Gateway): string[] =>
  runtime.catalog
    .snapshot()
    .entries()
    .map(({ name }) => name)
    .sort();

describe("a gateway that is given another config", () => {
  it("starts what is new, ends what is gone, and leaves the rest alone", async () => {
    const one = raw("fine", "one");
    const running = await start(configOf(one, raw("fine", "two")));
    const [first, second] = [await pidOf(running, "one"), await pidOf(running, "two")];
    const kept = running.runtime.catalog.snapshot().get("one/fine");

    const next = configOf({ ...one, args: [...one.args] }, raw("fine", "three"));
    const difference = await running.reconfigure(next);
    await running.ready();
    expect(difference).toMatchObject({ added: [{ name: "three" }], changed: [], removed: ["two"] });
    expect(running.config).toBe(next);
    expect(toolsOf(running)).toEqual(["one/fine", "three/fine"]);
    expect(running.runtime.catalog.snapshot().get("one/fine")).toBe(kept);
    expect(await pidOf(running, "one")).toBe(first);
    expect(isAlive(second)).toBe(false);
    expect(await pidOf(running, "three")).not.toBe(first);
  });

  it("starts a server anew whose entry changed, and only that", async () => {
    const one = raw("fine", "one");
    const running = await start(configOf(one, raw("fine", "two")));
    const [first, second] = [await pidOf(running, "one"), await pidOf(running, "two")];
    const difference = await running.reconfigure(
      configOf({ ...one, env: { MODE: "new" } }, raw("fine", "two")),
    );
    await running.ready();
    expect(difference).toMatchObject({ added: [], changed: [{ name: "one" }], removed: [] });
    expect(isAlive(first)).toBe(false);
    expect(await pidOf(running, "one")).not.toBe(first);
    expect(await pidOf(running, "two")).toBe(second);
  });

  it("keeps the others where the new one fails, and says which failed", async () => {
    const running = await start(configOf(raw("fine", "one")));
    await running.reconfigure(configOf(raw("fine", "one"), raw("exit", "bad")));
    expect(await running.ready()).toMatchObject([{ source: "bad" }]);
    expect(toolsOf(running)).toEqual(["one/fine"]);
  });

  it("takes over several in their order", async () => {
    const running = await start(configOf(raw("fine", "one")));
    await Promise.all([
      running.reconfigure(configOf(raw("fine", "two"))),
      running.reconfigure(configOf()),
      running.reconfigure(configOf(raw("fine", "three"))),
    ]);
    await running.ready();
    expect(toolsOf(running)).toEqual(["three/fine"]);
  });

  it("starts nothing more once it is closed", async () => {
    const running = await start(configOf(raw("fine", "one")));
    await running.close();
    expect(await running.reconfigure(configOf(raw("fine", "two")))).toMatchObject({ added: [], removed: [] });
  });

  it("says what only the next start takes over, and which profiles differ", async () => {
    const config = configOf();
    const running = await start(config);
    const difference = await running.reconfigure({
      ...config,
      profiles: { support: { deny: ["*/x"] } },
      settings: { ...config.settings, dialect: "info", gate: "strict" },
    });
    expect(difference).toMatchObject({ profiles: ["support"], postponed: ["dialect", "gate"] });
  });
});
