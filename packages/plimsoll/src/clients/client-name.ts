/** The clients that Plimsoll knows, by the names that commands take. */
export const CLIENT_NAMES = ["claude-code", "claude-desktop", "cursor", "vscode", "codex"] as const;

/** One of them. */
export type ClientName = (typeof CLIENT_NAMES)[number];
