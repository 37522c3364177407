import type { SentMessage } from "../activation/message.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { sha256Hex } from "../internal/hash.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

/** What one step is given: the tool array, the prompt section, the messages. */
export interface Surface {
  readonly tools: readonly ToolDefinition[];
  /** To be appended to the host's own system prompt. */
  readonly prompt: string;
  readonly messages: readonly SentMessage[];
}

/** The canonical bytes of a surface: what must not change between two steps. */
export interface SurfaceBytes {
  /** The array, without its closing bracket, so that an appended array has the earlier one as a prefix. */
  readonly tools: string;
  readonly prompt: string;
  /** One text a message. */
  readonly messages: readonly string[];
}

/** Writes a surface as canonical bytes, equal in every process for an equal surface. */
export function toSurfaceBytes({ tools, prompt, messages }: Surface): SurfaceBytes {
  return {
    tools: `[${tools.map(canonicalJson).join(",")}`,
    prompt,
    messages: messages.map(canonicalJson),
  };
}

/** SHA-256 of the array and the prompt section: constant through a conversation, except under `append` and with live cards. */
export function toFingerprint({ tools, prompt }: Pick<Surface, "tools" | "prompt">): string {
  return sha256Hex(canonicalJson({ tools, prompt }));
}
