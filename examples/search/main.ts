import assert from "node:assert/strict";
import { createRuntime, defineTool, type Message, type Reply, type Step } from "@plimsoll/core";
import { search } from "@plimsoll/core/dialects";
import { type McpClient, mcpSource } from "@plimsoll/core/mcp";

// Stands in for a client of the MCP SDK that is connected to a server.
const github: McpClient = {
  listTools: async () => ({
    tools: ["list_issues", "create_issue", "close_issue"].map((name) => ({
      name,
      description: `${name.replace("_", " ")} of a repository.`,
      inputSchema: { type: "object", properties: { repo: { type: "string" } }, required: ["repo"] },
    })),
  }),
  callTool: async ({ name }) => ({ content: [{ type: "text", text: `${name}: #7 Login fails` }] }),
};

const runtime = createRuntime({
  tools: [
    defineTool({ name: "read_file", description: "Read a file", run: () => "…" }),
    defineTool({ name: "deploy", description: "Deploy a build.", shouldDefer: true, run: () => "done" }),
  ],
  sources: [mcpSource("github", github)],
  dialect: search({
    summary: (tools) =>
      `以下工具可用,但需要先通过 tool_search 搜索获取完整定义:\n${tools
        .map(({ name, hint }) => `- ${name} ${hint ?? ""}`)
        .join("\n")}`,
  }),
});
await runtime.ready();

const history: Message[] = [{ role: "user", text: "Which issues does web have?" }];
for (;;) {
  const step = runtime.step({ history, model: "deepseek-v4" });
  const reply = askModel(step);
  history.push(...(await step.accept(reply)));
  if (reply.calls.length === 0) break;
}

/** Stands in for a model: it looks a tool up by the name that the prompt gives, and calls it in the next step. */
function askModel({ tools, prompt, tokens, messages }: Step): Reply {
  const name = "mcp__github__list_issues";
  if (history.length === 1) console.log(`${prompt}\n`);
  const last = messages.at(-1);
  console.log(`tools: ${tools.map((tool) => tool.name).join(", ")}`);
  console.log(`tokens: ${tokens.head + tokens.loaded} active, ${tokens.deferred} deferred`);
  if (last?.role === "tool" && last.name === name) return { text: "One: #7.", calls: [] };
  const isThere = tools.some((tool) => tool.name === name);
  assert(isThere || prompt.includes(name), "the model knows the name");
  const call = isThere
    ? { id: "2", name, arguments: { repo: "web" } }
    : { id: "1", name: "tool_search", arguments: { query: name } };
  console.log(`${call.name}(${JSON.stringify(call.arguments)})\n`);
  return { calls: [call] };
}
