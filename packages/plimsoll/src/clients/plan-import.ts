import { DEFAULT_SETTINGS } from "../config/config.ts";
import { neededVariables } from "../config/expand-variables.ts";
import { gatewayArguments } from "../config/gateway-command.ts";
import { isAtPort } from "../config/self-entry.ts";
import { asText } from "../internal/as-text.ts";
import { compareText } from "../internal/compare.ts";
import { isRecord } from "../internal/is-record.ts";
import type { ClientServer } from "./client-server.ts";
import type { Entry } from "./gateway-entry.ts";

/** What becomes of each server that clients have. */
export interface ImportPlan {
  readonly added: readonly NamedEntry[];
  /** Those that are there already. */
  readonly same: readonly string[];
  /** Those whose name is taken by something else. */
  readonly conflicts: readonly Conflict[];
  /** Those that are not taken over, and why. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

/** A server with its name. */
export interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
}

/** A server whose name is taken. */
export interface Conflict extends NamedEntry {
  /** Whose list it is in. */
  readonly file: string;
  /** Whose list the one that is kept is in; nothing, where it was there before. */
  readonly keptFrom?: string;
}

/** Plans to take the servers of files over, beside those that are there. The first of a name wins. */
export function planImport(
  existing: Readonly<Record<string, unknown>>,
  files: readonly { readonly file: string; readonly servers: readonly ClientServer[] }[],
): ImportPlan {
  const known = new Map(Object.entries(existing));
  const origins = new Map<string, string>();
  const plan = {
    added: [] as NamedEntry[],
    same: [] as string[],
    conflicts: [] as Conflict[],
    left: [] as { name: string; reason: string }[],
  };
  for (const { file, server } of files.flatMap(({ file, servers }) =>
    servers.map((server) => ({ file, server })),
  )) {
    const { name } = server;
    if ("reason" in server) plan.left.push(server);
    else if (isGateway(server.entry)) plan.left.push({ name, reason: "it is Plimsoll itself." });
    else if (!known.has(name)) {
      known.set(name, server.entry);
      origins.set(name, file);
      plan.added.push(server);
    } else if (toComparable(known.get(name)) === toComparable(server.entry)) plan.same.push(name);
    else {
      const keptFrom = origins.get(name);
      plan.conflicts.push({ ...server, file, ...(keptFrom === undefined ? {} : { keptFrom }) });
    }
  }
  return plan;
}

/** The variables and headers that stand in an entry as they are, and look like secrets. */
export function plainSecrets({ name, entry }: NamedEntry): string[] {
  return [entry["env"], entry["headers"]].flatMap((map) =>
    Object.entries(isRecord(map) ? map : {}).flatMap(([key, value]) =>
      /key|token|secret|passw|auth|cookie/i.test(key) && !asText(value).includes("${")
        ? [`${key} of ${name}`]
        : [],
    ),
  );
}

/** The variables that must be set before these entries can be read, and are not. */
export function unsetVariables(
  entries: readonly NamedEntry[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const needed = entries.flatMap(({ entry }) => neededVariables(JSON.stringify(entry)));
  return [...new Set(needed)].filter((name) => env[name] === undefined);
}

function isGateway({ command, args, url }: Entry): boolean {
  if (typeof url === "string" && isAtPort(url, DEFAULT_SETTINGS.port)) return true;
  const words = Array.isArray(args) ? args.map(String) : [];
  return typeof command === "string" && gatewayArguments(command, words) !== undefined;
}

/** An entry without what makes no difference: the order of keys, and a type that follows from the rest. */
function toComparable(entry: unknown): string {
  if (!isRecord(entry)) return JSON.stringify(entry);
  const { type, ...rest } = entry;
  const implied = "url" in entry ? "http" : "stdio";
  return canonical(type === undefined || type === implied ? rest : entry);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareText(a, b))) : inner,
  );
}
