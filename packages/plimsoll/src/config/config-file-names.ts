/** Where a config is looked for in a folder, in this order. */
export const CONFIG_FILE_NAMES: readonly string[] = ["plimsoll.json", ".mcp.json"];
