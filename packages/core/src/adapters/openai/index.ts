export type {
  ChatMessage,
  ChatParams,
  ChatResponse,
  ReplyMessage,
  WrittenMessage,
} from "./chat-types.ts";
export {
  type OpenaiChatSurface,
  type OpenaiChatSurfaceOptions,
  openaiChatSurface,
} from "./openai-chat-surface.ts";
export { type OpenaiSurface, type OpenaiSurfaceOptions, openaiSurface } from "./openai-surface.ts";
export type {
  ReplyItem,
  ResponsesItem,
  ResponsesParams,
  ResponsesResponse,
  WrittenItem,
} from "./responses-types.ts";
