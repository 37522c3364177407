import type { PendingMessage, Reply, ResultMessage } from "../../activation/message.ts";
import { type Block, blocksOf, foundBy } from "./blocks-of.ts";
import { callsIn, textOf, toContent } from "./read-messages.ts";
import type { AnthropicResponse, WireParams } from "./request.ts";
import { isNamed } from "./to-tools.ts";

/** A response as a reply: its text, its calls, and what Anthropic's own search revealed in it. */
export function readResponse({ content }: AnthropicResponse): Reply {
  const blocks = blocksOf(content);
  const text = textOf(toContent(blocks));
  const revealed = blocks.flatMap(foundBy);
  return {
    ...(text === "" ? {} : { text }),
    calls: callsIn(blocks),
    ...(revealed.length === 0 ? {} : { revealed }),
  };
}

/**
 * Calls of a response that the runtime is not asked about. What was cut off is answered, because the API wants an answer
 * to every call, and not run: half of its arguments may mean something else than the whole. What the host declared
 * itself waits for the host.
 */
export function readAside(
  { content, stop_reason: reason }: AnthropicResponse,
  { tools = [] }: WireParams,
): (ResultMessage | PendingMessage)[] {
  const blocks = blocksOf(content);
  const own = new Set(tools.filter(isNamed).map(({ name }) => name));
  return blocks.flatMap((block, at): (ResultMessage | PendingMessage)[] => {
    const [call] = callsIn([block]);
    if (call === undefined) return [];
    const { id: callId, name } = call;
    if (isCutOff(reason, at === blocks.length - 1)) {
      return [
        { role: "tool", callId, name, ...toCutOff(reason), isError: true, meta: { outcome: "cancelled" } },
      ];
    }
    if (!own.has(name) && !isOfToolset(block)) return [];
    return [{ role: "pending", callId, name, tool: name, waitsFor: { type: "host", input: call.arguments } }];
  });
}

/** Why a reply came to its end by itself. Any other end may have come in the middle of its last block. */
const WHOLE: readonly (string | null)[] = ["tool_use", "end_turn", "pause_turn"];

function isCutOff(reason: string | null, isLast: boolean): boolean {
  return reason === "refusal" || (isLast && !WHOLE.includes(reason));
}

function toCutOff(reason: string | null): Pick<ResultMessage, "content"> {
  const why = reason === null ? "" : ` (${reason})`;
  const text = `This call was cut off${why} and was not run. Make it again, with shorter arguments if they were long.`;
  return { content: [{ type: "text", text }] };
}

function isOfToolset({ toolset_name: name }: Block): boolean {
  return typeof name === "string";
}
