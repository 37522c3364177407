import type { ContentBlock, ToolResult } from "@plimsoll/core";
import { toCount, toPlainText } from "./output.ts";

/** What is used of the stream that a result is written to. */
export interface ResultStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes a tool's result for people: texts as they are, and of everything else what it is. */
export function printResult({ content, structuredContent }: ToolResult, stream: ResultStream): void {
  const texts = content.map(renderBlock);
  if (texts.length === 0 && structuredContent !== undefined) {
    texts.push(JSON.stringify(structuredContent, undefined, 2));
  }
  for (const text of texts) {
    // A file or another program is given the very text; a terminal nothing that would move its cursor.
    const shown = stream.isTTY === true ? toPlainText(text) : text;
    stream.write(shown.endsWith("\n") ? shown : `${shown}\n`);
  }
}

function renderBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}: ${block.mimeType}, ${toSize(block.data)}]`;
    case "resource_link":
      return `[resource: ${block.uri}]`;
    case "resource": {
      const { resource } = block;
      if ("text" in resource && typeof resource.text === "string") return resource.text;
      return `[resource: ${resource.uri}]`;
    }
    default:
      return JSON.stringify(block);
  }
}

function toSize(base64: string): string {
  return `${toCount(Math.floor((base64.length * 3) / 4))} bytes`;
}
