import type { ContentBlock, MediaContent } from "../../tool/content.ts";
import type { ResultPart } from "./responses-types.ts";

/** A result for the Responses API: a text, or parts where there are pictures. */
export function toOutput(content: readonly ContentBlock[]): string | ResultPart[] {
  if (!content.some(isPicture)) return toWords(content);
  return content.map((block) =>
    isPicture(block)
      ? { type: "input_image", image_url: toDataUrl(block), detail: "auto" }
      : { type: "input_text", text: wordsOf(block) },
  );
}

/** The words of a result; of anything else, that it is there. */
export function toWords(content: readonly ContentBlock[]): string {
  return content.map(wordsOf).join("\n");
}

/** Whether a block is a picture. */
export function isPicture(block: ContentBlock): block is MediaContent {
  return block.type === "image";
}

/** A picture as an address that holds it. */
export function toDataUrl({ mimeType, data }: MediaContent): string {
  return `data:${mimeType};base64,${data}`;
}

function wordsOf(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return (
        block.resource.text ?? `[${block.resource.mimeType ?? "binary"} ${block.resource.uri}: not shown]`
      );
    case "resource_link":
      return [block.uri, block.name, block.description].filter((part) => part !== undefined).join(" ");
    default:
      return `[${block.mimeType}: not shown]`;
  }
}
