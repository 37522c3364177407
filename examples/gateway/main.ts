import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createGateway, loadConfig } from "plimsoll";

const file = fileURLToPath(new URL("../demo/plimsoll.json", import.meta.url));
const gateway = createGateway({ config: await loadConfig({ file }) });

assert.deepEqual(await gateway.ready(), [], "every server has listed its tools");
const [found] = (await gateway.runtime.find("read a text file")).matches;
console.log(found?.name);

const { result } = await gateway.runtime.call({
  name: "files/read_text_file",
  arguments: { path: "todo.txt", head: 1 },
});
console.log(result?.content);

// As an edit of the file would: the other servers go on undisturbed.
const { servers, ...rest } = gateway.config;
const without = { ...rest, servers: servers.filter(({ name }) => name !== "memory") };
console.log(await gateway.reconfigure(without));

await gateway.close(); // ends every server
