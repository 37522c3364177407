import { describe, expect, test } from "vitest";
import type { AnthropicMessage } from "../../../src/adapters/anthropic/messages.ts";
import { placeToolChanges } from "../../../src/adapters/anthropic/place-tool-changes.ts";

const user = (content: string): AnthropicMessage => ({ role: "user", content });
const reply = (content: string): AnthropicMessage => ({ role: "assistant", content });
const change = (...names: readonly string[]): AnthropicMessage => ({
  role: "system",
  content: names.map(added),
});
const added = (name: string) => ({ type: "tool_addition", tool: { type: "tool_reference", name } });

describe("tool changes among messages", () => {
  test("stay as they are where the API takes them", () => {
    const messages = [user("a"), change("x"), reply("b"), user("c"), user("d"), change("y")];
    const placed = placeToolChanges(messages);
    expect(placed).toHaveLength(messages.length);
    for (const [at, message] of placed.entries()) expect(message).toBe(messages[at]);
  });

  test("go behind what a host says next, after it has cut a reply away", () => {
    expect(placeToolChanges([user("a"), change("x"), user("b"), reply("c")])).toEqual([
      user("a"),
      user("b"),
      change("x"),
      reply("c"),
    ]);
  });

  test("become one message with each other and with a plain system message of the host's own", () => {
    const own: AnthropicMessage = { role: "system", content: "Be brief" };
    const text = { type: "text", text: "Be brief" };
    expect(placeToolChanges([user("a"), change("x"), user("b"), change("y"), reply("c")])).toEqual([
      user("a"),
      user("b"),
      change("x", "y"),
      reply("c"),
    ]);
    expect(placeToolChanges([user("a"), own, change("x"), reply("c")])).toEqual([
      user("a"),
      { role: "system", content: [text, added("x")] },
      reply("c"),
    ]);
    expect(placeToolChanges([user("a"), change("x"), own])).toEqual([
      user("a"),
      { role: "system", content: [added("x"), text] },
    ]);
  });

  test("leave a system message alone that says more than its content", () => {
    const own = { role: "system" as const, content: "Be brief", clear_at: "next_user_message" };
    expect(placeToolChanges([user("a"), own, change("x")])).toEqual([user("a"), own, change("x")]);
    expect(placeToolChanges([user("a"), own, reply("b")])).toEqual([user("a"), own, reply("b")]);
  });
});
