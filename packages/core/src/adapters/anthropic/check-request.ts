import { PlimsollError } from "../../errors.ts";
import { isRecord } from "../../internal/is-record.ts";
import { type Block, blocksOf, foundBy, referencesIn } from "./blocks-of.ts";
import type { AnthropicMessage } from "./messages.ts";
import { isDeferred, isNamed } from "./to-tools.ts";

/** The most tools that may be deferred at once, and the most that may be defined inside the messages. */
export const MOST_TOOLS = 10_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Throws where the API would refuse the tools of a request, with what to do about it. */
export function checkRequest(tools: readonly object[], messages: readonly AnthropicMessage[]): void {
  checkNames(tools);
  const deferred = tools.filter(isDeferred);
  if (tools.length > 0 && deferred.length === tools.length) {
    throw invalid(
      "every tool is deferred, and one at least must not be. Pin a tool, or pass one of your own",
    );
  }
  checkSize("deferred tools", deferred.length, MOST_TOOLS, "Let a policy or a profile narrow the catalog");
  const inline = messages.flatMap(definitionsIn);
  const compact = "Put a summary in place of older messages with surface.summarise";
  checkSize("tools defined inside the messages", inline.length, MOST_TOOLS, compact);
  const inlineBytes = inline.reduce((sum, tool) => sum + bytesOf(tool), 0);
  checkSize("bytes of tools defined inside the messages", inlineBytes, MOST_BYTES, compact);
  const spoken = new Set(messages.flatMap(namesIn));
  const shown = tools.filter((tool) => !isDeferred(tool) || (isNamed(tool) && spoken.has(tool.name)));
  const bytes = shown.reduce((sum, tool) => sum + bytesOf(tool), inlineBytes);
  checkSize("bytes of tools in front of the model", bytes, MOST_BYTES, `Pin fewer tools. ${compact}`);
}

function checkNames(tools: readonly object[]): void {
  const names = new Set<string>();
  for (const { name } of tools.filter(isNamed)) {
    if (names.has(name)) {
      throw invalid(`two tools are called "${name}". Rename yours, or leave it to the runtime alone`);
    }
    names.add(name);
  }
}

function definitionsIn({ content }: AnthropicMessage): object[] {
  return blocksOf(content).flatMap(({ type, tool }): object[] => {
    const { definition } = type === "tool_addition" && isRecord(tool) ? tool : {};
    return isRecord(definition) ? [definition] : [];
  });
}

/** The declared tools that a message puts in front of the model. */
function namesIn({ content }: AnthropicMessage): readonly string[] {
  return typeof content === "string" ? [] : blocksOf(content).flatMap(namesOf);
}

function namesOf(block: Block): readonly string[] {
  const { type, tool, content } = block;
  if (type === "tool_result") return referencesIn(content);
  const { name } = type === "tool_addition" && isRecord(tool) ? tool : {};
  return typeof name === "string" ? [name] : foundBy(block);
}

const BYTES = new WeakMap<object, number>();

// Thousands are looked at before every request, and none ever changes.
function bytesOf(tool: object): number {
  let bytes = BYTES.get(tool);
  if (bytes === undefined) {
    bytes = new TextEncoder().encode(JSON.stringify(tool)).length;
    BYTES.set(tool, bytes);
  }
  return bytes;
}

function checkSize(limit: string, value: number, most: number, advice: string): void {
  if (value <= most) return;
  const [has, takes] = [value.toLocaleString("en"), most.toLocaleString("en")];
  throw new PlimsollError(
    "REQUEST_TOO_LARGE",
    `The request has ${has} ${limit}, and Anthropic takes ${takes}. ${advice}.`,
    { provider: "Anthropic", limit, value, most },
  );
}

function invalid(reason: string): PlimsollError<"REQUEST_INVALID"> {
  return new PlimsollError("REQUEST_INVALID", `Anthropic would refuse the request: ${reason}.`, {
    provider: "Anthropic",
    reason,
  });
}
