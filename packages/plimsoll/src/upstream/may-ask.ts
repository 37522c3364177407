const MAY_ASK: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

/** Whether a request of this method may make a server ask something of its client, or log what is somebody's. */
export function mayAsk(method: string): boolean {
  return MAY_ASK.has(method);
}
