/** What `tools/list` has for clients of the newer era, in order. */
export const MODERN_TOOLS: readonly string[] = ["tool_find", "tool_describe", "tool_read", "tool_call"];

/** What it has for clients of the older one, before anything is loaded. */
export const LEGACY_TOOLS: readonly string[] = [
  "tool_find",
  "tool_describe",
  "tool_load",
  "tool_unload",
  "tool_active",
  "tool_read",
  "tool_call",
];
