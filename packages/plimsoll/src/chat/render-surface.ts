import { type Step, toSignature, toSurfaceBytes } from "@plimsoll/core";
import { toCount, toCountOf } from "../cli/output.ts";

/** What a step gives the model, in short: the array, the prompt section, what it all costs. */
export function renderSurface(step: Step): string[] {
  const { tools, prompt, tokens } = step;
  return [
    `${renderArray(step)}:`,
    ...tools.map(({ name, inputSchema }) => `  ${toSignature(name, inputSchema)}`),
    ...(prompt === "" ? ["no prompt section"] : ["prompt section:", ...indent(prompt)]),
    `head ${toCount(tokens.head)} tokens, loaded ${toCount(tokens.loaded)}; every tool in the array would take ${toCount(tokens.allEager)}`,
  ];
}

/** What became of the array since the last step: it stays, it grows at its end, or the cache is lost. */
export function renderChange(before: Step, after: Step): string[] {
  const [old, now] = [toSurfaceBytes(before), toSurfaceBytes(after)];
  const messages = `${toCountOf(after.messages.length, "message")} to the model`;
  if (old.tools === now.tools && old.prompt === now.prompt) {
    return [`array and prompt unchanged, ${toCount(sizeOf(now.tools))} bytes; ${messages}`];
  }
  if (now.tools.startsWith(old.tools) && old.prompt === now.prompt) {
    const added = after.tools.slice(before.tools.length).map(({ name }) => name);
    return [
      `array grown by ${added.join(", ")}: ${toCount(sizeOf(old.tools))} → ${toCount(sizeOf(now.tools))} bytes, the first ones as before; ${messages}`,
    ];
  }
  const why = after.repinned === undefined ? "" : ` (${after.repinned})`;
  return [`array changed${why}: ${toCount(sizeOf(now.tools))} bytes, sent anew; ${messages}`];
}

/** A text as the model reads it, set apart. */
export function indent(text: string): string[] {
  return text.split("\n").map((line) => `| ${line}`);
}

function renderArray(step: Step): string {
  const bytes = sizeOf(toSurfaceBytes(step).tools);
  return `array of ${toCountOf(step.tools.length, "tool")}, ${toCount(bytes)} bytes, strategy ${step.strategy}`;
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text);
}
