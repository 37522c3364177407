/**
 * One block of a tool's result. The shapes are those of MCP, so that a server's blocks pass through whole;
 * what Plimsoll does not know of a block travels with it.
 */
export type ContentBlock = TextContent | MediaContent | ResourceContent | ResourceLinkContent;

interface ContentBlockBase {
  readonly annotations?: unknown;
  readonly _meta?: unknown;
}

/** Words. */
export interface TextContent extends ContentBlockBase {
  readonly type: "text";
  readonly text: string;
}

/** A picture or a sound, base64. */
export interface MediaContent extends ContentBlockBase {
  readonly type: "image" | "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** A resource with its content, as text or as a base64 blob. */
export interface ResourceContent extends ContentBlockBase {
  readonly type: "resource";
  readonly resource: {
    readonly uri: string;
    readonly mimeType?: string | undefined;
    readonly text?: string | undefined;
    readonly blob?: string | undefined;
  };
}

/** A resource by its address. */
export interface ResourceLinkContent extends ContentBlockBase {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}
