import { join } from "node:path";
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANY_VALUE } from "../../src/wire/any-value.ts";
import { connectV2 } from "../support/clients.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { configOf, DEMO_FILES, everything, files, raw } from "../support/servers.ts";

let gateway: HttpGateway;
beforeAll(async () => {
  gateway = await serveHttp(configOf(everything(), files(), raw("fine"), raw("no-links")));
});
afterAll(() => gateway.close());

describe.each(["legacy", { pin: "2026-07-28" }] as const)("calls in the era %j", (mode) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectV2(mode, new StreamableHTTPClientTransport(new URL(gateway.url)));
  });
  afterAll(() => client.close());

  const through = (tool: string, name: string, args: Record<string, unknown>) =>
    client.callTool({ name: tool, arguments: { name, arguments: args } });

  it("read with tool_read what is classed read", async () => {
    const result = await through("tool_read", "files__read_text_file", {
      path: join(DEMO_FILES, "todo.txt"),
    });
    expect(result.isError).not.toBe(true);
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining("Repaint the load line") });
  });

  it("are refused by tool_read where the tool may write, and nothing is written", async () => {
    const path = join(DEMO_FILES, "never.txt");
    const result = await through("tool_read", "files__write_file", { path, content: "x" });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('is not classed "read". Call it with tool_call.') }],
    });
    const listed = await through("tool_read", "files__list_directory", { path: DEMO_FILES });
    expect(JSON.stringify(listed)).not.toContain("never.txt");
  });

  it("reach a tool by its own name though it is not listed", async () => {
    const result = await client.callTool({ name: "everything__echo", arguments: { message: "direct" } });
    expect(result.content).toEqual([{ type: "text", text: "Echo: direct" }]);
  });

  it("are refused with the reason where they name no tool, or their arguments are no object", async () => {
    const call = (params: Record<string, unknown>) =>
      client.request({ method: "tools/call", params }, ANY_VALUE);
    await expect(call({})).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining("`name`"),
    });
    await expect(call({ name: "everything__echo", arguments: [1] })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('The arguments of "everything__echo" must be an object.'),
    });
  });

  it("answer a misspelt name with the nearest one", async () => {
    const result = await through("tool_call", "everything__ecko", { message: "x" });
    expect(result).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /Nearest: everything__echo\.\nSchema: .*\nNext: tool_call\({"name":"everything__echo","arguments":{"message":"x"}}\)/s,
          ),
        },
      ],
    });
  });

  it("answer wrong arguments with the schema and the next call", async () => {
    const result = await through("tool_call", "everything__get-sum", { a: "one" });
    expect(result.isError).toBe(true);
    expect(result.content).toMatchObject([
      {
        text: expect.stringMatching(/Schema: .*\nNext, if you meant this: tool_call\({"name":"every/s),
      },
    ]);
  });

  it("describe a tool with its whole schema", async () => {
    const result = await client.callTool({
      name: "tool_describe",
      arguments: { names: ["everything__get-sum"] },
    });
    expect(result.structuredContent).toMatchObject({
      tools: [{ name: "everything__get-sum", inputSchema: { required: ["a", "b"] } }],
    });
  });

  it("pass images, structured content and metadata through whole", async () => {
    const image = await through("tool_call", "everything__get-tiny-image", {});
    expect(image.content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    const weather = await through("tool_call", "everything__get-structured-content", { location: "Chicago" });
    expect(weather.structuredContent).toMatchObject({ temperature: expect.any(Number) });
    const traced = await through("tool_call", "fine__fine", {});
    expect(traced._meta).toMatchObject({ "example.com/trace": "t1" });
  });

  it("keep the words of an error whose code the client's era does not have", async () => {
    await expect(client.callTool({ name: "no-links__fine", arguments: {} })).rejects.toMatchObject(
      mode === "legacy"
        ? { code: -32042, data: { at: "desk" } }
        : {
            code: -32603,
            message: expect.stringContaining("Sign in first."),
            data: { code: -32042, data: { at: "desk" } },
          },
    );
  });

  it("report progress to the client that asked for it", async () => {
    const seen: number[] = [];
    const name = "everything__trigger-long-running-operation";
    await client.callTool(
      { name: "tool_call", arguments: { name, arguments: { duration: 0.6, steps: 3 } } },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    // Best effort: a notification that arrives with the result may be dropped by the client.
    expect(seen.slice(0, 2)).toEqual([1, 2]);
  });

  it("can be cancelled, and the next one works", async () => {
    const name = "everything__trigger-long-running-operation";
    const call = client.callTool(
      { name: "tool_call", arguments: { name, arguments: { duration: 20, steps: 2 } } },
      { signal: AbortSignal.timeout(200) },
    );
    await expect(call).rejects.toThrow();
    const next = await through("tool_call", "everything__echo", { message: "still here" });
    expect(next.content).toEqual([{ type: "text", text: "Echo: still here" }]);
  });
});
