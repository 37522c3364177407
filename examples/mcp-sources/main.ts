import assert from "node:assert/strict";
import { createRuntime, defineTool } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import { connectDocs, connectGithub, docs } from "./servers.ts";

const tools = [defineTool({ name: "clock", description: "Tell the time", run: () => "noon" })];
const client = await connectGithub();
// What the server listed when it was last asked, from a file of the host's own.
const stored = [
  {
    name: "read_page",
    description: "Read a page of the handbook",
    inputSchema: { type: "object", properties: { page: { type: "string" } }, required: ["page"] },
  },
];

const runtime = createRuntime({
  tools,
  sources: [mcpSource("github", client), mcpSource("docs", () => connectDocs(), { catalog: stored })],
});

assert.deepEqual(await runtime.ready(), [], "every source is listed");
for (const query of ["report a bug", "what does the handbook say"]) {
  const [first] = (await runtime.find(query)).matches;
  console.log(`${query}: ${first?.name}`);
}
console.log(`connections to docs: ${docs.connections}`);
assert.equal(docs.connections, 0, "finding starts nothing");

const { result } = await runtime.call({ name: "docs/read_page", arguments: { page: "Mooring" } });
console.log(result?.content);
console.log(`connections to docs: ${docs.connections}`);
assert.equal(docs.connections, 1, "the first call connects");

await runtime.close(); // ends what `connectDocs` connected
await client.close(); // this one is the host's own
