// A gateway in a process of its own, to be killed: a config file and the tools to call first come with the command.
import { readFileSync } from "node:fs";
import { createGateway } from "../../src/gateway.ts";

const [file = "", ...calls] = process.argv.slice(2);
const gateway = createGateway({ config: JSON.parse(readFileSync(file, "utf8")), retryDelayMs: 600_000 });
await gateway.ready();
for (const name of calls) await gateway.runtime.call({ name, arguments: {} });
process.stdout.write("ready\n");
setInterval(() => undefined, 1_000);
