import { createGateway } from "plimsoll";
import { expect, it } from "vitest";
import { GroupTransport } from "../../src/upstream/group-transport.ts";
import { descendants, isAlive, until } from "../support/processes.ts";
import { configOf, raw } from "../support/servers.ts";

it("ends a server that ignores the end of its input and the request to end", async () => {
  const before = new Set(descendants(process.pid));
  const gateway = createGateway({ config: configOf(raw("stubborn")) });
  await gateway.ready();
  const started = descendants(process.pid).filter((pid) => !before.has(pid));
  expect(started).toHaveLength(1);
  await gateway.close();
  await until(() => !started.some(isAlive), "the stubborn server is gone", 1_000);
});

it("ends what the server started: behind a shell the real server is a grandchild", async () => {
  const { command, args } = raw("stubborn");
  const script = [command, ...args].map((word) => `'${word}'`).join(" ");
  const transport = new GroupTransport({ command: "sh", args: ["-c", `${script}; true`] });
  await transport.start();
  const shell = Number(transport.pid);
  await until(() => descendants(shell).length === 1, "the shell has started the server");
  const family = [shell, ...descendants(shell)];
  await transport.close();
  await until(() => !family.some(isAlive), "shell and server are gone", 1_000);
});

it("may be closed twice, and both wait for the same end", async () => {
  const gateway = createGateway({ config: configOf(raw("fine")) });
  await gateway.ready();
  await Promise.all([gateway.close(), gateway.close()]);
  await gateway.close();
  const { outcome } = await gateway.runtime.call({ name: "fine__fine", arguments: {} });
  expect(outcome).toMatchObject({
    type: "failed",
    message: expect.stringContaining("the gateway is closing"),
  });
});

it("may be closed before anything has started", async () => {
  const before = new Set(descendants(process.pid));
  const gateway = createGateway({ config: configOf(raw("hang"), raw("fine")) });
  await gateway.close();
  await gateway.ready();
  await until(
    () => descendants(process.pid).every((pid) => before.has(pid)),
    "nothing that was started is left",
  );
});
