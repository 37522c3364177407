import type { GatewayConfig, ServerConfig } from "../config/config.ts";
import { isSecretName, looksRandom } from "./secret-name.ts";

/** A value of a config that must not be shown. */
export interface Secret {
  readonly value: string;
  /** Whether its name or place says so. Others may be anything: they are kept out of errors only. */
  readonly isCertain: boolean;
}

const PLAIN_HEADERS = new Set(["accept", "accept-language", "content-type", "user-agent"]);
const SHORTEST = 6;
const SHORTEST_UNNAMED = 8;
// Read by people every day: to hide these would only make errors unreadable.
const ORDINARY = /^(?:[A-Za-z]+|[\d.,:-]+|https?:\/\/[^\s?#@]*|(?:[A-Za-z]:)?[\\/.~][^\n]*)$/;

/** Every value of a config that is a secret, or may be one. */
export function secretsOfConfig({ servers }: Pick<GatewayConfig, "servers">): Secret[] {
  return servers.flatMap(secretsOfServer);
}

function secretsOfServer(server: ServerConfig): Secret[] {
  if (server.type === "stdio") {
    return [
      ...Object.entries(server.env).flatMap(([name, value]) => named(name, value)),
      ...secretsOfArguments(server.args),
    ];
  }
  const { headers, url, oauth } = server;
  return [
    ...Object.entries(headers).flatMap(([name, value]) => secretsOfHeader(name, value)),
    ...secretsOfUrl(url),
    ...certain(oauth?.clientSecret ?? ""),
  ];
}

function named(name: string, value: string): Secret[] {
  const inUrl = secretsOfUrl(value);
  if (isSecretName(name)) return [...certain(value), ...inUrl];
  const isPossible = value.length >= SHORTEST_UNNAMED && !ORDINARY.test(value);
  // A text so long that stands in a description word for word is no coincidence; a region or a locale may be.
  const isCertain = value.length >= 16;
  return [...(isPossible ? [{ value, isCertain }] : []), ...inUrl];
}

/** `Bearer x` is a secret as a whole, and so is `x`; in `Basic x` there is a password. */
function secretsOfHeader(name: string, value: string): Secret[] {
  if (PLAIN_HEADERS.has(name.toLowerCase())) return [];
  const [, scheme = "", credential = ""] = /^(Bearer|Basic|Token|ApiKey|DPoP)\s+(.+)$/i.exec(value) ?? [];
  if (credential === "") return named(name, value);
  const decoded = /^basic$/i.test(scheme) ? Buffer.from(credential, "base64").toString("utf8") : "";
  const password = decoded.includes(":") ? decoded.slice(decoded.indexOf(":") + 1) : "";
  return [...certain(credential), ...certain(decoded), ...certain(password)];
}

/** `--api-key=x`, `--api-key x`, and the passwords of addresses. */
function secretsOfArguments(args: readonly string[]): Secret[] {
  return args.flatMap((argument, at) => {
    const [, flag, value] = /^--?([\w-]+)=(.+)$/s.exec(argument) ?? [];
    if (flag !== undefined && value !== undefined) return isSecretName(flag) ? certain(value) : [];
    const before = args[at - 1] ?? "";
    if (/^--?[\w-]+$/.test(before) && isSecretName(before) && !argument.startsWith("-")) {
      return certain(argument);
    }
    return secretsOfUrl(argument);
  });
}

/** A password, a parameter whose name says so or whose value looks like a key, and a part of the path that does. */
function secretsOfUrl(text: string): Secret[] {
  if (!text.includes("://") || !URL.canParse(text)) return [];
  const url = new URL(text);
  const parameters = [...url.searchParams].filter(
    ([name, value]) => isSecretName(name) || looksRandom(value),
  );
  const path = url.pathname.split("/").filter((part) => part.length >= 20 && looksRandom(part));
  return [decode(url.password), ...parameters.map(([, value]) => value), ...path].flatMap(certain);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function certain(value: string): Secret[] {
  return value.trim().length < SHORTEST ? [] : [{ value: value.trim(), isCertain: true }];
}
