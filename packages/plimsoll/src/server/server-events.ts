import type { ServerEvent } from "@modelcontextprotocol/server";
import type { UpstreamEvent } from "../upstream/upstream.ts";

/** What a client is told of what happened to a server; nothing, where it is none of its business. */
export function toServerEvent(
  event: UpstreamEvent,
  { toUri, listsTools }: { readonly toUri: (uri: string) => string; readonly listsTools: boolean },
): ServerEvent | undefined {
  if (event.type === "updated") return { kind: "resource_updated", uri: toUri(event.uri) };
  if (event.type !== "changed") return undefined;
  if (event.what === "prompts") return { kind: "prompts_list_changed" };
  if (event.what === "resources") return { kind: "resources_list_changed" };
  return listsTools ? { kind: "tools_list_changed" } : undefined;
}

/** The same as a notification. */
export function toNotification(event: ServerEvent): {
  readonly method:
    | "notifications/tools/list_changed"
    | "notifications/prompts/list_changed"
    | "notifications/resources/list_changed"
    | "notifications/resources/updated";
  readonly params?: { readonly uri: string };
} {
  switch (event.kind) {
    case "tools_list_changed":
      return { method: "notifications/tools/list_changed" };
    case "prompts_list_changed":
      return { method: "notifications/prompts/list_changed" };
    case "resources_list_changed":
      return { method: "notifications/resources/list_changed" };
    case "resource_updated":
      return { method: "notifications/resources/updated", params: { uri: event.uri } };
  }
}
