import { createRuntime, defineTool, type RuntimeOptions } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { createChat } from "../../src/chat/chat.ts";

const read = defineTool({ name: "read", description: "Read a file", risk: "read", run: () => "the text" });
const merge = defineTool({
  name: "merge",
  description: "Merge a branch",
  lazy: true,
  risk: "destructive",
  run: () => "merged",
});
const ask = defineTool({ name: "ask", description: "Ask somebody", lazy: true });

function aChat(options: Partial<RuntimeOptions> = {}) {
  const runtime = createRuntime({ tools: [read, merge, ask], strategy: "append", ...options });
  const chat = createChat({ runtime, model: "claude-sonnet-4-5" });
  const enter = async (line: string) => (await chat.enter(line)).join("\n");
  return { chat, enter };
}

describe("a chat", () => {
  it("shows what the model is given, and what its calls come to", async () => {
    const { chat, enter } = aChat();
    const opened = chat.open();
    expect(opened[0]).toMatch(/^array of \d tools, [\d,]+ bytes, strategy append:$/);
    expect(opened).toContain("  read()");
    expect(await enter("> Merge it")).toMatch(/^user:\n\| Merge it\narray and prompt unchanged/);
    expect(await enter('tool_load({"names":["merge"]})')).toMatch(
      /tool_load \(ok; loads merge\)\n\| Callable from the next step on: merge\.[\s\S]*\narray grown by merge: [\d,]+ → [\d,]+ bytes, the first ones as before; 3 messages to the model$/,
    );
    expect(await enter("/loaded")).toBe("merge, since turn 1, current");
    expect(await enter("merge()")).toContain("merge (ok; merge)\n| merged");
    expect(await enter("I am done.")).toContain("array and prompt unchanged");
    expect(await enter("/compact They merged it.")).toContain("array and prompt unchanged");
  });

  it("takes several calls in one reply", async () => {
    const { chat, enter } = aChat();
    chat.open();
    expect(await enter("read() &")).toBe("1 call so far");
    const shown = await enter('tool_find({"query":"merge"})');
    expect(shown.indexOf("read (ok")).toBeLessThan(shown.indexOf("tool_find (ok"));
  });

  it("lets the person be the host of a tool without a handler, and the user who is asked for leave", async () => {
    const { chat, enter } = aChat({ policy: { approveRisk: ["destructive"] } });
    chat.open();
    expect(await enter("ask()")).toContain("ask waits for the user");
    expect(chat.asks).toBe("user");
    expect(await enter("no")).toContain("The user did not allow ask to run.");
    expect(chat.asks).toBe("model");
    await enter("merge()");
    expect(await enter("yes")).toContain("| merged");
    const { enter: play, chat: other } = aChat();
    other.open();
    expect(await play("ask()")).toContain("You are its host: type its result");
    expect(other.asks).toBe("host");
    expect(await play("! no answer")).toContain("| ask failed: no answer");
    await play("ask()");
    expect(await play('{"said":"yes"}')).toContain('| {"said":"yes"}');
  });

  it("changes permissions and modes under a running conversation", async () => {
    const { chat, enter } = aChat();
    chat.open();
    await enter("read()");
    expect(await enter("/deny read")).toContain("array and prompt unchanged");
    expect(await enter("read()")).toContain('No tool named "read" is available here.');
    await enter("/deny");
    expect(await enter("read()")).toContain("| the text");
  });

  it("shows the request and the history as JSON", async () => {
    const { chat, enter } = aChat();
    chat.open();
    await enter("read()");
    expect(Object.keys(JSON.parse(await enter("/show")))).toEqual(["tools", "prompt", "messages"]);
    expect(JSON.parse(await enter("/history")).map(({ role }: { role: string }) => role)).toEqual([
      "opening",
      "assistant",
      "tool",
    ]);
    expect(JSON.parse(await enter("/tool read"))).toMatchObject({ name: "read" });
    expect(await enter("/tool merge")).toBe('"merge" is not in the array.');
    expect(await enter("/nonsense")).toBe("There is no /nonsense. /help says what there is.");
  });

  it("ends when asked to", async () => {
    const { chat, enter } = aChat();
    chat.open();
    await enter("/quit");
    expect(chat.asks).toBe("nobody");
  });
});
