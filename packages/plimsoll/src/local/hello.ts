import { isRecord } from "../internal/is-record.ts";

/** The first line that a program says to a local gateway. */
export interface Hello {
  /** From the claim. */
  readonly secret: string;
  readonly ask:
    | "serve" // from the next line on, MCP
    | "look" // whether it is there
    | "stop"; // to end
  /** Of the config, as the program reads it. */
  readonly config: string;
  /** The client's directory. */
  readonly workspace: string;
  readonly profile?: string;
}

/** The line that a local gateway answers with. */
export type Answer =
  | { readonly type: "welcome"; readonly pid: number; readonly clients: number }
  | { readonly type: "refused"; readonly because: Refusal; readonly message: string };

/** Why a gateway does not serve a client. */
export type Refusal =
  | "secret" // it does not know the secret
  | "config" // it reads the config otherwise
  | "profile"; // there is no such profile

/** Reads a hello; nothing, where it is none. */
export function parseHello(line: string): Hello | undefined {
  const value = parse(line);
  if (value === undefined) return undefined;
  const { secret, ask, config, workspace, profile } = value;
  if (typeof secret !== "string" || typeof config !== "string" || typeof workspace !== "string") {
    return undefined;
  }
  if (ask !== "serve" && ask !== "look" && ask !== "stop") return undefined;
  return { secret, ask, config, workspace, ...(typeof profile === "string" ? { profile } : {}) };
}

/** Reads an answer; nothing, where it is none. */
export function parseAnswer(line: string): Answer | undefined {
  const value = parse(line);
  if (value === undefined) return undefined;
  const { type, pid, clients, because, message } = value;
  if (type === "welcome" && isWhole(pid) && isWhole(clients)) {
    return { type, pid, clients };
  }
  if (type !== "refused" || typeof message !== "string") return undefined;
  if (because !== "secret" && because !== "config" && because !== "profile") return undefined;
  return { type, because, message };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
