import { PlimsollError } from "@plimsoll/core";
import type { GatewayConfig } from "plimsoll";
import { parseConfig } from "../../src/config/parse-config.ts";

/** Written out, a variable would look like a mistake for a template. */
export function variable(inner: string): string {
  return `\${${inner}}`;
}

/** Reads a config from an object or a text. */
export function read(
  content: unknown,
  { file = "/project/plimsoll.json", env = {} }: { file?: string; env?: Record<string, string> } = {},
): GatewayConfig {
  return parseConfig(
    file,
    typeof content === "string" ? content : JSON.stringify(content, undefined, 1),
    env,
  );
}

/** What is said of a config that is refused. */
export function refusal(content: unknown, options: Parameters<typeof read>[1] = {}): string {
  try {
    read(content, options);
  } catch (error) {
    if (PlimsollError.is(error, "CONFIG_INVALID")) return error.message;
    throw error;
  }
  throw new Error("The config was accepted.");
}
