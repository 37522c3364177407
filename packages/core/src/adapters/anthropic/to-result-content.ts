import type { ContentBlock, MediaContent, ResourceContent } from "../../tool/content.ts";
import type { AnthropicContentBlock, AnthropicImageType } from "./messages.ts";

const IMAGE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** Blocks as Anthropic takes them: words and pictures; of anything else, a line that says what it is. */
export function toResultContent(content: readonly ContentBlock[]): AnthropicContentBlock[] {
  return content.map(toBlock).filter(isSaying);
}

function toBlock(block: ContentBlock): AnthropicContentBlock {
  switch (block.type) {
    case "text":
      return said(block.text);
    case "image":
      return toImage(block);
    case "audio":
      return said(`[audio, ${block.mimeType}: it cannot be shown here]`);
    case "resource":
      return toResource(block);
    case "resource_link": {
      const { name, uri, mimeType, description } = block;
      const details = [uri, mimeType, description].filter((part) => part !== undefined && part !== "");
      return said(`[resource ${name}: ${details.join(", ")}]`);
    }
    default:
      // A block of a server's own kind: nothing is known of it but that it is there.
      return said("[content of an unknown kind: it cannot be shown here]");
  }
}

function toImage({ data, mimeType }: MediaContent): AnthropicContentBlock {
  if (!isImageType(mimeType)) return said(`[image, ${mimeType}: it cannot be shown here]`);
  return { type: "image", source: { type: "base64", data, media_type: mimeType } };
}

function toResource({ resource }: ResourceContent): AnthropicContentBlock {
  const { uri, mimeType, text, blob } = resource;
  if (text !== undefined) return said(`[resource ${uri}]\n${text}`);
  if (blob !== undefined && mimeType !== undefined && isImageType(mimeType)) {
    return { type: "image", source: { type: "base64", data: blob, media_type: mimeType } };
  }
  const kind = mimeType === undefined ? "" : `, ${mimeType}`;
  return said(`[resource ${uri}${kind}: it cannot be shown here]`);
}

function said(text: string): AnthropicContentBlock {
  return { type: "text", text };
}

/** The API refuses a request that has a text of nothing. */
function isSaying(block: AnthropicContentBlock): boolean {
  return block.type !== "text" || block.text.trim() !== "";
}

function isImageType(mimeType: string): mimeType is AnthropicImageType {
  return IMAGE_TYPES.includes(mimeType);
}
