import assert from "node:assert/strict";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createDatabaseServer } from "./server.ts";

const [near, far] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "example", version: "1" });
await Promise.all([createDatabaseServer().connect(far), client.connect(near)]);

const { tools } = await client.listTools();
console.log(`listed: ${tools.map(({ name }) => name).join(", ")}`);
assert.equal(tools.length, 8, "seven meta-tools and the pin, of 49 tools");

/** What a model does that is asked how many open tickets there are. */
const script = [
  { name: "tool_find", arguments: { query: "count the open tickets", limit: 2 } },
  { name: "tool_read", arguments: { name: "count_tickets", arguments: { where: "open" } } },
  { name: "tool_read", arguments: { name: "purge_tickets", arguments: {} } }, // it does more than read
];
for (const call of script) {
  const { content } = await client.callTool(call);
  console.log(`\n${call.name}(${JSON.stringify(call.arguments)})`);
  for (const block of content) if (block.type === "text") console.log(block.text);
}

const counted = await client.callTool({ name: "count_tickets", arguments: { where: "open" } });
assert.deepEqual(counted.content, [{ type: "text", text: "count tickets open" }], "and by its own name");
await client.close();
