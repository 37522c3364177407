// Calls tools with mcporter, one for each line of input: {"name", "arguments"}. Answers a line each, in order.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , folder, url] = process.argv;
const { createRuntime } = await import(pathToFileURL(`${folder}/dist/index.js`).href);
const runtime = await createRuntime({
  servers: [{ name: "gateway", command: { kind: "http", url: new URL(url) } }],
});

for await (const line of createInterface({ input: process.stdin })) {
  const { name, arguments: args } = JSON.parse(line);
  const answer = await runtime
    .callTool("gateway", name, { args })
    .catch((error) => ({ thrown: String(error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await runtime.close();
