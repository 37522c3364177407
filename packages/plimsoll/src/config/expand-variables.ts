/** What variables stand for. */
export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the config file. */
  readonly folder: string;
}

/** A text with its variables filled in, or the first one that could not be, with the reason and the remedy. */
export type Expansion = { readonly type: "ok"; readonly text: string } | ExpansionFailure;

interface ExpansionFailure {
  readonly type: "failed";
  readonly reason: string;
  readonly remedy: string;
}

const VARIABLE = /\$\{[^{}]*\}/g;
const FORM = /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?\}$/s;
const KNOWN = ["VAR", "VAR:-default", "env:VAR", "workspaceFolder"].map((form) => `\${${form}}`);

/**
 * Fills in `${VAR}`, `${VAR:-default}` and `${env:VAR}` from the environment, and `${workspaceFolder}` with the
 * config file's folder. What is filled in is not read again, so a value may contain `${`.
 */
export function expandVariables(text: string, variables: Variables): Expansion {
  let failure: ExpansionFailure | undefined;
  const expanded = text.replace(VARIABLE, (written) => {
    const value = lookUp(written, variables);
    if (typeof value === "string") return value;
    failure ??= value;
    return written;
  });
  return failure ?? { type: "ok", text: expanded };
}

function lookUp(written: string, { env, folder }: Variables): string | ExpansionFailure {
  const [, name, fallback] = FORM.exec(written) ?? [];
  if (name === undefined) {
    const reason = `${written} is not a variable that Plimsoll knows.`;
    return { type: "failed", reason, remedy: `Use one of ${KNOWN.join(", ")}.` };
  }
  if (name === "workspaceFolder") return folder;
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  // As in a shell, the default also stands in for an empty value.
  if (fallback !== undefined) return value === undefined || value === "" ? fallback : value;
  if (value !== undefined) return value;
  const reason = `The environment variable ${name} is not set.`;
  return { type: "failed", reason, remedy: `Set it, or give a default: \${${name}:-…}.` };
}
