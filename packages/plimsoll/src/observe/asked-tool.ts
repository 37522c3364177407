import { toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { isRecord } from "../internal/is-record.ts";

/** A call by the name and with the arguments of the tool that it is meant for. */
export interface AskedTool {
  readonly name: string;
  readonly arguments: unknown;
}

/** Looks behind `tool_call` and its like. What is not well-formed stays as it came: it will be rejected. */
export function readAskedTool(
  { config, runtime }: Pick<Gateway, "config" | "runtime">,
  call: { readonly name: string; readonly arguments?: unknown },
  profile: string | undefined,
): AskedTool {
  const { name, arguments: input } = call;
  const own = profile === undefined ? undefined : config.profiles[profile]?.transparent;
  if (own !== undefined) return { name: `${toSourceId(own)}/${name}`, arguments: input };
  const inner = readInner(runtime, call);
  return inner ?? { name, arguments: input };
}

function readInner(
  { dialect }: Gateway["runtime"],
  { name, arguments: input }: { readonly name: string; readonly arguments?: unknown },
): AskedTool | undefined {
  const tool = dialect.tools.find(({ definition }) => definition.name === name);
  if (tool === undefined || !isRecord(input)) return undefined;
  try {
    const request = tool.toRequest(input);
    if (request.operation !== "call" || typeof request.name !== "string") return undefined;
    return { name: request.name, arguments: request.arguments };
  } catch {
    return undefined; // It expects arguments that have been checked.
  }
}
