import { createRuntime, type Message, toSurfaceBytes } from "@plimsoll/core";
import { aTool } from "../fixtures.ts";

/** Run as a program: prints the bytes of a step over a history from its arguments, tools in the order asked for. */
const [order = "", history = "[]"] = process.argv.slice(2);
const names = ["read", "write", "bash", "größe", "10", "9"];
const tools = (order === "reverse" ? names.reverse() : names).map((name) => {
  const properties = { b: { type: "string" }, a: { type: "integer" } };
  const shuffled = Object.fromEntries(Object.entries(properties).reverse());
  return aTool(name, {
    inputSchema: { type: "object", properties: order === "reverse" ? shuffled : properties },
  });
});
const runtime = createRuntime({ tools: [...tools, aTool("rare", { lazy: true })] });
runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("merge"), aTool("close")] });
const input: Message[] = JSON.parse(history);
const step = runtime.step({ history: [{ role: "user", text: "Go" }, ...input], model: "deepseek-v4" });
process.stdout.write(JSON.stringify({ ...toSurfaceBytes(step), fingerprint: step.fingerprint }));
