import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import { type ClientServer, keepKnown } from "./client-server.ts";

const VARIABLE = "${";

/** A server of Codex, which names variables outright and fills nothing in. */
export function fromCodex(name: string, entry: unknown): ClientServer {
  if (!isRecord(entry)) return { name, reason: "it is not a table." };
  const { bearer_token_env_var: bearer, env_vars: handed, enabled } = entry;
  const { http_headers: headers, env_http_headers: named } = entry;
  const written = keepKnown(entry);
  if (JSON.stringify([written, headers ?? {}]).includes(VARIABLE)) {
    return { name, reason: `it has ${VARIABLE} in a text, which Plimsoll would take for a variable.` };
  }
  const all = {
    ...(typeof bearer === "string" ? { Authorization: `Bearer \${${bearer}}` } : {}),
    ...(isRecord(named)
      ? Object.fromEntries(Object.entries(named).map(([key, variable]) => [key, `\${${asText(variable)}}`]))
      : {}),
    ...(isRecord(headers) ? headers : {}),
  };
  const names = Array.isArray(handed) ? handed.filter((variable) => typeof variable === "string") : [];
  const env = {
    ...Object.fromEntries(names.map((variable) => [variable, `\${${variable}:-}`])),
    ...(isRecord(entry["env"]) ? entry["env"] : {}),
  };
  return {
    name,
    entry: {
      ...written,
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(Object.keys(all).length === 0 ? {} : { headers: all }),
      ...("startup_timeout_sec" in entry ? { startSeconds: entry["startup_timeout_sec"] } : {}),
      ...("tool_timeout_sec" in entry ? { timeoutSeconds: entry["tool_timeout_sec"] } : {}),
      ...(enabled === false ? { disabled: true } : {}),
    },
  };
}
